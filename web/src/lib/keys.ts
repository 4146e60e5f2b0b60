import type { Router } from "@tanstack/react-router";

/** The keyboard's habits, the same on every page. Single keys are left alone while one types. */

export const sheet: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ["/"], does: "Filter this page" },
  { keys: ["j", "k"], does: "Next or previous row" },
  { keys: ["Enter"], does: "Open the row or the cell" },
  { keys: ["←", "↑", "→", "↓"], does: "Move between the cells of a run" },
  { keys: ["[", "]"], does: "Previous or next result of a run" },
  { keys: ["g", "l"], does: "Go to the leaderboard" },
  { keys: ["g", "s"], does: "Go to the suites" },
  { keys: ["g", "r"], does: "Go to the runs" },
  { keys: ["g", "a"], does: "Go to the agents" },
  { keys: ["?"], does: "Show these keys" },
];

const places: Record<string, string> = { l: "/leaderboard", s: "/suites", r: "/runs", a: "/agents" };
const chordTime = 1_000; // ms in which the second key of a chord counts

/** Listens until the returned function is called. */
export function listenForKeys(router: Pick<Router<never>, "navigate">, showSheet: () => void): () => void {
  let chordAt = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const place = event.timeStamp - chordAt < chordTime ? places[event.key] : undefined;
    chordAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (place) void (router.navigate as (to: { to: string }) => Promise<void>)({ to: place });
    else if (event.key === "/") focusFilter();
    else if (event.key === "?") showSheet();
    else if (event.key === "j") moveRow(1);
    else if (event.key === "k") moveRow(-1);
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Whether a key press belongs to a field that takes text. */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]")
  );
}

function focusFilter(): void {
  const filter = document.querySelector<HTMLElement>("[data-filter]");
  filter?.focus();
  if (filter instanceof HTMLInputElement) filter.select();
}

function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? links[step > 0 ? 0 : links.length - 1] : links[at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
