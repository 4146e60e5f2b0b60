import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pageTitle, useShell } from "@/lib/shell";
import { Foreign } from "../foreign/foreign";
import { Mark } from "../rail/rail";
import css from "./entry.module.css";

/** A page on the way in: one thing to do, and nothing around it. */
export function Entry({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  const { registry } = useShell();
  return (
    <div className={css.entry}>
      <title>{pageTitle(title, registry)}</title>
      <Link to="/" className={css.brand}>
        <Mark />
        <Foreign text={registry?.name ?? "Assay"} />
      </Link>
      <header className={css.head}>
        <h1>{title}</h1>
        {lead && <div className={css.lead}>{lead}</div>}
      </header>
      {children}
      <footer className={css.foot}>
        {foot}
        <Link to="/leaderboard">Read the public record</Link>
      </footer>
    </div>
  );
}

/** The fields of such a page, under each other, with what was refused above the button. */
export function EntryForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
