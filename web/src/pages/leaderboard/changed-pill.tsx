import { Button } from "@/parts/button/button";

/** New results wait here until they are asked for. */
export function ChangedPill({ changed, onRefresh }: { changed: boolean; onRefresh: () => void }) {
  return (
    <span role="status">
      {changed && (
        <Button small icon="refresh" onClick={onRefresh}>
          Board changed · refresh
        </Button>
      )}
    </span>
  );
}
