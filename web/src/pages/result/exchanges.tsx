import { useEffect, useMemo, useRef, useState } from "react";
import { fromBase64 } from "@/lib/bytes";
import { copy } from "@/lib/clipboard";
import { plural } from "@/lib/format";
import { Button } from "@/parts/button/button";
import { CodeView } from "@/parts/code-view/code-view";
import { Foreign } from "@/parts/foreign/foreign";
import { Section } from "@/parts/page/page";
import { curl, hidesSecret, secretMark } from "./curl";
import css from "./exchanges.module.css";
import type { FullResult } from "./result";

type Exchange = NonNullable<FullResult["evidence"]>["exchanges"][number];

/** Every request that was sent and the response to it, byte for byte. */
export function Exchanges({ exchanges, scored }: { exchanges: readonly Exchange[]; scored: Uint8Array }) {
  if (exchanges.length === 0) return null;
  return (
    <Section
      title="Request and response"
      note={exchanges.length > 1 ? plural(exchanges.length, "exchange") : undefined}
    >
      <div className={css.list}>
        {exchanges.map((exchange, i) => (
          // Exchanges have no identity but their place.
          // oxlint-disable-next-line no-array-index-key
          <OneExchange key={i} exchange={exchange} scored={scored} />
        ))}
      </div>
    </Section>
  );
}

function OneExchange({ exchange, scored }: { exchange: Exchange; scored: Uint8Array }) {
  const request = useMemo(() => fromBase64(exchange.requestBody), [exchange.requestBody]);
  const response = useMemo(() => fromBase64(exchange.responseBody), [exchange.responseBody]);
  const same = response.length > 0 && response.length === scored.length && response.every((b, i) => b === scored[i]);
  return (
    <div className={css.exchange}>
      <div className={css.side}>
        <h3 className={css.line}>
          <strong>{exchange.method}</strong> <Foreign text={exchange.url} wrap />
        </h3>
        <Headers headers={exchange.requestHeaders} of="request" />
        {request.length > 0 && <CodeView body={request} label="the request body" />}
        <CopyCurl exchange={exchange} body={request} />
      </div>
      <div className={css.side}>
        <h3 className={css.line}>
          {exchange.status == null ? (
            <>
              <strong>No response</strong> came
            </>
          ) : (
            <>
              <strong>{exchange.status}</strong> response
            </>
          )}
        </h3>
        {exchange.status != null && <Headers headers={exchange.responseHeaders} of="response" />}
        {exchange.status != null &&
          (same ? (
            <p className={css.same}>The body is what was scored, above.</p>
          ) : (
            <CodeView body={response} label="the response body" />
          ))}
      </div>
    </div>
  );
}

/** The request as a command for the shell. Secrets are not on record: their places are marked in it. */
function CopyCurl({ exchange, body }: { exchange: Exchange; body: Uint8Array }) {
  const [state, setState] = useState<"copied" | "refused" | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const press = async () => {
    setState((await copy(curl(exchange, body))) ? "copied" : "refused");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(null), 2000);
  };
  return (
    <div className={css.curl}>
      <Button small icon={state === "copied" ? "check" : "copy"} onClick={() => void press()}>
        {state === "copied" ? "Copied" : "Copy as curl"}
      </Button>
      <span role="status" className={css.same}>
        {state === "refused" && "The browser does not let this page copy."}
      </span>
      {hidesSecret(exchange) && (
        <span className={css.same}>
          Credentials were sent and are not kept: put yours in place of <code>{secretMark}</code>.
        </span>
      )}
    </div>
  );
}

function Headers({ headers, of }: { headers: Exchange["requestHeaders"]; of: string }) {
  if (headers.length === 0) return <p className={css.same}>No headers</p>;
  return (
    <details className={css.headers}>
      <summary>{plural(headers.length, "header")}</summary>
      <dl aria-label={`Headers of the ${of}`}>
        {headers.map((h, i) => (
          // A header may come twice with the same value.
          // oxlint-disable-next-line no-array-index-key
          <div key={i}>
            <dt>
              <Foreign text={h.name} wrap />
            </dt>
            <dd>
              <Foreign text={h.value} wrap />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
