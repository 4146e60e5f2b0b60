import type { Router } from "@tanstack/react-router";
import { places } from "./places";

/** The keyboard's habits, the same on every page. Single keys are left alone while one types. */
export interface Habits {
  router: Pick<Router<never>, "navigate">;
  showSheet: () => void;
  showPalette: () => void;
}

/** Keys of the page that is open, before those of lists. See useKeys. */
export const pageKeys = new Map<string, () => void>();

const chordTime = 1_000; // ms in which the second key of a chord counts

/** Listens until the returned function is called. */
export function listenForKeys({ router, showSheet, showPalette }: Habits): () => void {
  let chordAt = Number.NEGATIVE_INFINITY;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (isPaletteKey(event)) {
      event.preventDefault();
      showPalette();
      return;
    }
    if (event.ctrlKey || event.metaKey || typing(event.target)) return;
    const place = event.timeStamp - chordAt < chordTime ? places.find((p) => p.key === event.key) : undefined;
    chordAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (place) void (router.navigate as (to: { to: string }) => Promise<void>)({ to: place.to });
    else if (pageKeys.has(event.key)) pageKeys.get(event.key)!();
    else if (event.key === "/") focusFilter();
    else if (event.key === "?") showSheet();
    else if (event.key === "j") moveRow(1);
    else if (event.key === "k") moveRow(-1);
    else {
      if (event.key === "Escape") leave();
      return;
    }
    event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Ctrl K, and ⌘ K on a Mac. */
export function isPaletteKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">): boolean {
  return event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
}

export const paletteKeys = (): readonly string[] => (/Mac|iP/.test(navigator.platform) ? ["⌘", "K"] : ["Ctrl", "K"]);

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

/** Out of a row, back to the page. */
function leave(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement !== document.body) activeElement.blur();
}
