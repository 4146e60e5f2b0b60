const slot = "assay.reloaded";

/** The script that this page was started with; its name says which build of the console it is. */
const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "";

/** Whether the server answers at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads the page anew, for the server may serve another build of the console. Once for each build and tab: where that does not help,
 * nothing more is tried unasked. Gives whether it does so.
 */
export function reloadOnce(storage: Pick<Storage, "getItem" | "setItem"> = sessionStorage, of = build()): boolean {
  try {
    if (storage.getItem(slot) === of) return false;
    storage.setItem(slot, of);
  } catch {
    // Without a memory it could go on for ever.
    return false;
  }
  location.reload();
  return true;
}
