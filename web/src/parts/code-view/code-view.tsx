import { useEffect, useMemo, useRef, useState } from "react";
import { hexDump, type Range, segments } from "@/lib/bytes";
import { bytes as size, plural } from "@/lib/format";
import { layOutJSON } from "@/lib/json-layout";
import { Button } from "../button/button";
import { Pieces } from "../foreign/foreign";
import { Segments } from "../segments/segments";
import css from "./code-view.module.css";

/** So many bytes are drawn at first; the rest on demand. */
const window = 16_384;
/** So many bytes before the first match are shown with it, where it lies beyond the window. */
const before = 1_024;

type Mode = "text" | "json" | "hex";

/**
 * Bytes that an agent sent or was sent, as inert text: escaped, isolated, with control and bidi characters by name; the ranges that
 * decided a verdict are marked. Also as a hex dump, and indented where they are JSON.
 */
export function CodeView({
  body,
  ranges = [],
  label,
  opensAs = "text",
}: {
  body: Uint8Array;
  ranges?: readonly Range[];
  label: string;
  opensAs?: Mode;
}) {
  const [mode, setMode] = useState<Mode>(opensAs);
  const [whole, setWhole] = useState(false);
  const frame = useRef<HTMLPreElement>(null);
  const json = useMemo(() => indented(body), [body]);

  const first = ranges[0];
  const from = whole || !first || first.end <= window ? 0 : Math.max(first.start - before, 0);
  const to = whole ? body.length : Math.min(from + window, body.length);

  // The match is brought into sight inside the box; the page stays where it is.
  useEffect(() => {
    const mark = frame.current?.querySelector("mark");
    if (frame.current && mark) frame.current.scrollTop = mark.offsetTop - frame.current.clientHeight / 2;
  }, [body, mode, whole]);

  if (body.length === 0) return <p className={css.empty}>Empty, 0 B</p>;
  return (
    <div className={css.view}>
      <div className={css.bar}>
        <span className={css.size}>
          {size(body.length)}
          {ranges.length > 0 && mode === "text" && ` · ${plural(ranges.length, "match", "matches")} marked`}
        </span>
        <Segments<Mode>
          label={`Show ${label} as`}
          value={mode}
          onChange={setMode}
          options={[
            { value: "text", name: "Text" },
            ...(json === null ? [] : [{ value: "json" as const, name: "JSON" }]),
            { value: "hex", name: "Hex" },
          ]}
        />
      </div>
      <pre ref={frame} className={css.code} tabIndex={0} role="region" aria-label={label} data-mode={mode}>
        {mode === "hex" && hexDump(body.subarray(from, to))}
        {mode === "json" && json !== null && <Pieces text={json} />}
        {mode === "text" && <Marked body={body} ranges={ranges} from={from} to={to} />}
      </pre>
      {mode !== "json" && (from > 0 || to < body.length) && (
        <div className={css.rest}>
          <span>
            Bytes {from.toLocaleString("en")} to {to.toLocaleString("en")} of {body.length.toLocaleString("en")}
          </span>
          <Button small onClick={() => setWhole(true)}>
            Show all
          </Button>
        </div>
      )}
    </div>
  );
}

function Marked({ body, ranges, from, to }: { body: Uint8Array; ranges: readonly Range[]; from: number; to: number }) {
  const inside = ranges
    .filter((r) => r.end >= from && r.start <= to)
    .map((r) => ({ start: r.start - from, end: r.end - from }));
  return segments(body.subarray(from, to), inside).map((s) =>
    s.marked ? (
      <mark key={`${s.start}-${s.end}`} className={s.text === "" ? css.point : css.mark}>
        <Pieces text={s.text} />
      </mark>
    ) : (
      <Pieces key={`${s.start}-${s.end}`} text={s.text} />
    ),
  );
}

/** Laid out with line breaks and indents; null where the bytes are no JSON object or list, or too many to lay out at once. */
function indented(body: Uint8Array): string | null {
  const opens = body[0] === 0x7b || body[0] === 0x5b;
  if (!opens || body.length > 262_144) return null;
  try {
    return layOutJSON(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null; // bytes that are no UTF-8 would be shown as others
  }
}
