import { useEffect, useRef, useState } from "react";
import { copy } from "@/lib/clipboard";
import { Icon } from "../icon/icon";
import css from "./hash.module.css";

/** A digest or an id: shown short, copied whole. `whole` shows all of it, broken where it must. */
export function Hash({ value, label, whole = false }: { value: string; label: string; whole?: boolean }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const press = async () => {
    if (!(await copy(value))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" className={css.hash} onClick={() => void press()} title={value}>
      <span className={whole ? css.whole : undefined}>{whole ? value : short(value)}</span>
      <span className="unseen">, copy {label}</span>
      <span className={css.icon}>
        <Icon name={copied ? "check" : "copy"} size={13} />
      </span>
      <span className="unseen" role="status">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
}

/** What tells it apart at a glance: the first eight characters of a digest, the last eight of an id (they begin with the time). */
export function short(value: string): string {
  if (/^[0-9a-f]{32,}$/.test(value)) return value.slice(0, 8);
  if (/^[a-z]{3}_[0-9a-z]{20,}$/.test(value)) return `…${value.slice(-8)}`;
  return value.length > 28 ? `${value.slice(0, 26)}…` : value;
}
