import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { pageTitle, useShell } from "@/lib/shell";
import { Foreign } from "../foreign/foreign";
import css from "./page.module.css";

export interface Crumb {
  name: string;
  link: LinkProps;
}

/** The head of a page: where one is, what it is, what can be done with it. `title` also names the browser's tab. */
export function Page({
  title,
  crumbs,
  chips,
  lead,
  actions,
  children,
}: {
  title: string;
  crumbs?: readonly Crumb[];
  chips?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { registry } = useShell();
  return (
    <>
      <title>{pageTitle(title, registry)}</title>
      <header className={css.head}>
        {crumbs && (
          <nav aria-label="Breadcrumbs" className={css.crumbs}>
            <ol>
              {crumbs.map((c) => (
                <li key={c.name}>
                  <Link {...c.link}>
                    <Foreign text={c.name} />
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={css.title}>
          <h1>
            <Foreign text={title} wrap />
          </h1>
          {chips && <div className={css.chips}>{chips}</div>}
        </div>
        {lead && <div className={css.lead}>{lead}</div>}
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** A part of a page under a heading of its own. */
export function Section({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h2>{title}</h2>
        {note && <span className={css.note}>{note}</span>}
        {actions && <div className={css.sectionActions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Facts as pairs of a name and a value. Values that are undefined are left out. */
export function Facts({ items }: { items: readonly (readonly [string, ReactNode | undefined])[] }) {
  return (
    <dl className={css.facts}>
      {items
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
