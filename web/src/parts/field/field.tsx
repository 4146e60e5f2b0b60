import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import css from "./field.module.css";

interface Common {
  label: string;
  hint?: ReactNode;
  /** Why the value is refused. */
  error?: string | undefined;
}

function Frame({
  label,
  hint,
  error,
  children,
}: Common & { children: (ids: { id: string; describedBy: string }) => ReactNode }) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, describedBy: `${id}-more` })}
      <p id={`${id}-more`} className={error ? css.error : css.hint}>
        {error ?? hint}
      </p>
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  mono,
  ...rest
}: Common & { mono?: boolean } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          id={id}
          className={mono ? `${css.input} mono` : css.input}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
        />
      )}
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  mono,
  ...rest
}: Common & { mono?: boolean } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <textarea
          spellCheck={false}
          rows={3}
          {...rest}
          id={id}
          className={mono ? `${css.input} mono` : css.input}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
        />
      )}
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: Common & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <select
          {...rest}
          id={id}
          className={css.input}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
        >
          {children}
        </select>
      )}
    </Frame>
  );
}

export function CheckField({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className={css.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(e) => onChange(e.target.checked)}
        aria-describedby={`${id}-more`}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-more`} className={css.hint}>
        {hint}
      </p>
    </div>
  );
}

/** Fields under each other; those in a `Row` stand side by side where there is room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}
