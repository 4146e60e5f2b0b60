import type { ReactNode } from "react";
import css from "./empty-state.module.css";

/** Nothing to show: what would stand here, and the one thing to do next. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <p className={css.title}>{title}</p>
      {children && <p className={css.text}>{children}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
