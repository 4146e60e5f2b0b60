import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { spelt } from "@/lib/inert";
import { Icon } from "../icon/icon";
import css from "./filters.module.css";

/** The filters of a list, in one row above it. `/` puts the focus on the first. */
export function Filters({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={css.filters} role="search" aria-label="Filter">
      {children}
      {end && <div className={css.end}>{end}</div>}
    </div>
  );
}

export function SelectFilter<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T | undefined;
  /** The first one is "all". */
  options: readonly { value: T | undefined; name: string }[];
  onChange: (value: T | undefined) => void;
}) {
  const id = useId();
  return (
    <div className={css.select}>
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <select
        id={id}
        data-filter=""
        value={value ?? ""}
        onChange={(e) => onChange(options.find((o) => (o.value ?? "") === e.target.value)?.value)}
      >
        {options.map((o) => (
          <option key={o.value ?? ""} value={o.value ?? ""}>
            {spelt(o.name)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A switch among the filters. */
export function CheckFilter({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className={css.check}>
      <input type="checkbox" checked={checked} onChange={(e) => onChange(e.target.checked)} />
      {label}
    </label>
  );
}

const pause = 250; // ms without a key before the list follows

export function SearchFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The URL changed by another way than typing: the back button, say.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string, wait: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim()), wait);
  };
  return (
    <label className={css.search}>
      <Icon name="search" size={14} />
      <span className="unseen">{label}</span>
      <input
        type="search"
        data-filter=""
        placeholder={label}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(e) => change(e.target.value, pause)}
        onKeyDown={(e) => {
          if (e.key === "Enter") change(text, 0);
        }}
      />
    </label>
  );
}
