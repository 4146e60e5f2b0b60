import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { watch } from "@/lib/live";
import { BoardChangedDocument } from "./leaderboard.gql";

/**
 * Watches for changes of the board. While the pointer or the focus is on it, or the tab is out of sight, nothing moves: the change
 * waits to be asked for (`changed`, then `show`). Otherwise it is shown at once.
 */
export function useBoardChanges(suite: string | undefined, refresh: () => void) {
  const [changed, setChanged] = useState(false);
  const frame = useRef<HTMLDivElement>(null);

  const onChange = useEffectEvent(() => {
    const inUse = frame.current?.matches(":hover, :focus-within") ?? false;
    if (inUse || document.hidden) setChanged(true);
    else refresh();
  });
  useEffect(
    () =>
      watch({
        document: BoardChangedDocument,
        variables: () => ({ suite }),
        next: () => onChange(),
        over: () => false,
      }),
    [suite],
  );
  const show = useCallback(() => {
    setChanged(false);
    refresh();
  }, [refresh]);
  return { changed, frame, show };
}
