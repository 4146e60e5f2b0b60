import type { ReactNode } from "react";
import css from "./notice.module.css";

/** A sentence about what is on this page: the gate is down, a connection was lost, an action was refused. */
export function Notice({
  tone = "info",
  children,
  action,
}: {
  tone?: "info" | "warn" | "fail" | "pass";
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`${css.notice} ${css[tone]}`} role={tone === "fail" ? "alert" : "status"}>
      <div className={css.text}>{children}</div>
      {action}
    </div>
  );
}
