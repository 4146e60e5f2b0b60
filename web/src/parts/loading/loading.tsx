import css from "./loading.module.css";

/** Lines where content will stand. They appear only when waiting is noticeable, and do not move. */
export function Loading({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div className={css.loading} role="status">
      <span className="unseen">{label}</span>
      {Array.from({ length: rows }, (_, i) => (
        // oxlint-disable-next-line no-array-index-key
        <span key={i} className={css.line} style={{ width: `${92 - ((i * 37) % 40)}%` }} />
      ))}
    </div>
  );
}
