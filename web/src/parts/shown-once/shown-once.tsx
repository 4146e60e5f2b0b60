import { useState } from "react";
import { copy } from "@/lib/clipboard";
import { Button } from "../button/button";
import css from "./shown-once.module.css";

/** A secret that the server gives once: the whole of it, a button that copies it, and a word that it does not come again. */
export function ShownOnce({ label, value, says }: { label: string; value: string; says: string }) {
  return (
    <div className={css.once}>
      <CopyText label={label} value={value} />
      <p className={css.says}>{says}</p>
    </div>
  );
}

/** Text to take away, with a button that does. */
export function CopyText({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState("");
  const press = async () => setSaid((await copy(value)) ? "Copied" : "Select it and copy it by hand");
  return (
    <div className={css.text} role="group" aria-label={label}>
      <code className={css.value} data-secret="">
        {value}
      </code>
      <Button small icon={said === "Copied" ? "check" : "copy"} onClick={() => void press()}>
        {said || "Copy"}
        <span className="unseen"> {label}</span>
      </Button>
      <span className="unseen" role="status">
        {said}
      </span>
    </div>
  );
}
