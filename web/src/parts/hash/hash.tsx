import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { copy } from "@/lib/clipboard";
import { Icon } from "../icon/icon";
import css from "./hash.module.css";

/**
 * A digest or an id: shown short, copied whole. `whole` shows all of it, broken where it must. That of a receipt (`receipt`) leads to where it
 * is checked, and is copied by the button beside it.
 */
export function Hash({
  value,
  label,
  whole = false,
  receipt = false,
}: {
  value: string;
  label: string;
  whole?: boolean;
  receipt?: boolean;
}) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const press = async () => {
    if (!(await copy(value))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  };
  const shown = <span className={whole ? css.whole : undefined}>{whole ? value : short(value)}</span>;
  const button = (
    <button type="button" className={css.hash} onClick={() => void press()} title={value}>
      {!receipt && shown}
      <span className="unseen">, copy {label}</span>
      <span className={css.icon}>
        <Icon name={copied ? "check" : "copy"} size={13} />
      </span>
      <span className="unseen" role="status">
        {copied ? "Copied" : ""}
      </span>
    </button>
  );
  if (!receipt) return button;
  return (
    <span className={css.receipt}>
      <Link to="/check" search={{ hash: value }} className={css.link} title={value}>
        {shown}
        <span className="unseen">, check {label}</span>
      </Link>
      {button}
    </span>
  );
}

/** What tells it apart at a glance: the first eight characters of a digest, the last eight of an id (they begin with the time). */
export function short(value: string): string {
  if (/^[0-9a-f]{32,}$/.test(value)) return value.slice(0, 8);
  if (/^[a-z]{3}_[0-9a-z]{20,}$/.test(value)) return `…${value.slice(-8)}`;
  return value.length > 28 ? `${value.slice(0, 26)}…` : value;
}
