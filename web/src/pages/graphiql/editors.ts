/**
 * What GraphiQL's editors lack for those who use a keyboard or a screen reader: a name on the field that is focused, and a way out by Tab,
 * which they would otherwise write into the text. Gives how to stop.
 */
export function mendEditors(root: HTMLElement): () => void {
  const name = () => {
    for (const field of root.querySelectorAll(".CodeMirror textarea:not([aria-label])")) {
      const label = field.closest("[aria-label]")?.getAttribute("aria-label");
      if (label) field.setAttribute("aria-label", label);
    }
  };
  const leave = (event: KeyboardEvent) => {
    // While completions are offered, Tab takes one.
    if (event.key !== "Tab" || document.querySelector(".CodeMirror-hints")) return;
    if (event.target instanceof Element && event.target.closest(".CodeMirror")) event.stopPropagation();
  };
  const watch = new MutationObserver(name);
  watch.observe(root, { childList: true, subtree: true });
  name();
  root.addEventListener("keydown", leave, { capture: true });
  return () => {
    watch.disconnect();
    root.removeEventListener("keydown", leave, { capture: true });
  };
}
