import type { ReactNode } from "react";
import css from "./agent.module.css";

/** What a part of the record says where it has nothing: beside its neighbours there is no room for more. */
export function Nothing({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.nothing}>
      <p>{title}</p>
      <p className="muted">{children}</p>
      {action}
    </div>
  );
}
