import { useState } from "react";
import { count } from "@/lib/format";
import { Button } from "../button/button";
import { Pieces } from "../foreign/foreign";
import css from "./inert-text.module.css";

/** So many characters are drawn at first; the rest on demand. */
const window = 8_192;

/** A long text that someone else wrote, as it is: its own lines and spaces, and nothing of it does anything. */
export function InertText({ text, label }: { text: string; label: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > window;
  return (
    <div className={css.view}>
      <pre className={css.text} tabIndex={0} role="region" aria-label={label}>
        <Pieces text={cut ? whole16(text.slice(0, window)) : text} />
      </pre>
      {cut && (
        <p className={css.rest}>
          <span>
            The first {count(window)} of {count(text.length)} characters
          </span>
          <Button small onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
    </div>
  );
}

/** Without half a character at its end. */
function whole16(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
