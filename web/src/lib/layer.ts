import { useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What stands in the URL was opened over the page, from the page: going back closes it. */
    layer?: boolean;
  }
}

/** For the link or the navigation that opens something over the page. */
export const layered = { layer: true };

/**
 * Closes what the URL holds open over the page: by going back where it was opened from the page, so that the way back stays as it was, else
 * by `clear`, which takes it out of the URL.
 */
export function useCloseLayer(clear: () => void): () => void {
  const router = useRouter();
  return () => {
    if (router.state.location.state.layer) router.history.back();
    else clear();
  };
}
