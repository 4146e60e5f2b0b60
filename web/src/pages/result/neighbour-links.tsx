import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { typing } from "@/lib/keys";
import { Button } from "@/parts/button/button";
import { useNeighbours } from "./use-neighbours";

/** The results before and after this one in the run; also by [ and ]. */
export function NeighbourLinks({ runId, resultId }: { runId: string; resultId: string }) {
  const neighbours = useNeighbours(runId, resultId);
  const navigate = useNavigate();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const id = event.key === "[" ? neighbours?.previous : event.key === "]" ? neighbours?.next : null;
      if (id) void navigate({ to: "/results/$id", params: { id }, resetScroll: false });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [neighbours, navigate]);

  const go = (id: string | null | undefined) => {
    if (id) void navigate({ to: "/results/$id", params: { id }, resetScroll: false });
  };
  return (
    <>
      <Button icon="left" disabled={!neighbours?.previous} onClick={() => go(neighbours?.previous)}>
        Previous
      </Button>
      <Button icon="right" disabled={!neighbours?.next} onClick={() => go(neighbours?.next)}>
        Next
      </Button>
    </>
  );
}
