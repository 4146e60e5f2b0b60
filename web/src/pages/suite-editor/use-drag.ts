import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** So close to the upper or lower edge of the window, in px, the page scrolls along; and so far a frame. */
const edge = 56;
const step = 10;

/**
 * Moves rows of a list by pointer: what is dragged takes each place that the pointer passes, so that the list always stands as it would
 * be left. Escape puts it back. Rows say their number in `data-row`.
 */
export function useDrag({
  list,
  move,
  dropped,
}: {
  list: RefObject<HTMLElement | null>;
  /** Puts a row at a place. */
  move: (row: number, to: number) => void;
  /** Where a row was left, if not where it was. */
  dropped: (row: number, to: number) => void;
}) {
  const [dragged, setDragged] = useState<number | null>(null);
  const now = useRef({ move, dropped });
  useEffect(() => {
    now.current = { move, dropped };
  });

  useEffect(() => {
    if (dragged === null) return;
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const placeOf = (all: readonly HTMLElement[]) => all.findIndex((row) => row.dataset.row === String(dragged));
    const origin = placeOf(rows());
    let y: number | null = null;
    let frame = 0;

    const settle = () => {
      if (y === null) return;
      const all = rows();
      const at = placeOf(all);
      const to = passed(
        all.filter((_, i) => i !== at).map((row) => row.getBoundingClientRect()),
        y,
      );
      if (to !== at) now.current.move(dragged, to);
    };
    const scroll = () => {
      frame = requestAnimationFrame(scroll);
      if (y === null) return;
      const by = y < edge ? -step : y > innerHeight - edge ? step : 0;
      if (by !== 0) scrollBy({ top: by, behavior: "instant" });
    };
    const onMove = (event: PointerEvent) => {
      y = event.clientY;
      settle();
    };
    const onUp = () => {
      const at = placeOf(rows());
      if (at !== origin) now.current.dropped(dragged, at);
      setDragged(null);
    };
    const back = () => {
      now.current.move(dragged, origin);
      setDragged(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") back();
    };
    frame = requestAnimationFrame(scroll);
    document.addEventListener("pointermove", onMove);
    document.addEventListener("pointerup", onUp);
    document.addEventListener("pointercancel", back);
    document.addEventListener("keydown", onKey);
    document.addEventListener("scroll", settle, true);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("pointermove", onMove);
      document.removeEventListener("pointerup", onUp);
      document.removeEventListener("pointercancel", back);
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("scroll", settle, true);
    };
  }, [dragged, list]);

  const begin = (row: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    // No text is marked on the way.
    event.preventDefault();
    setDragged(row);
  };
  return { dragged, begin };
}

/** How many of these boxes, from above, have their middle above `y`. */
export function passed(boxes: readonly { top: number; height: number }[], y: number): number {
  return boxes.filter((box) => box.top + box.height / 2 < y).length;
}
