import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useQuery } from "urql";
import { NeighboursDocument } from "./result.gql";
import { describe } from "@/lib/graphql";
import { typing } from "@/lib/keys";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

/** The results before and after this one in the run, in the order of the matrix; also by [ and ]. */
export function NeighbourLinks({ resultId }: { resultId: string }) {
  const [{ data, error, fetching }, reload] = useQuery({ query: NeighboursDocument, variables: { id: resultId } });
  const navigate = useNavigate();
  // Those of the result before may still be here while the next ones are on their way.
  const found = data?.node?.__typename === "Result" && data.node.id === resultId ? data.node : null;
  const previous = found?.previous?.id;
  const next = found?.next?.id;

  // With the buttons, not after they were painted: whoever sees that there is a next one can go there.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      const id = event.key === "[" ? previous : event.key === "]" ? next : null;
      if (id) void navigate({ to: "/results/$id", params: { id }, resetScroll: false });
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [previous, next, navigate]);

  const go = (id: string | null | undefined) => {
    if (id) void navigate({ to: "/results/$id", params: { id }, resetScroll: false });
  };
  if (error && !found) {
    const fault = describe(error);
    return (
      <Notice
        tone="fail"
        action={
          <Button small busy={fetching} onClick={() => reload({ requestPolicy: "network-only" })}>
            Try again
          </Button>
        }
      >
        The results before and after it could not be read. {fault.title}: {fault.detail}
      </Notice>
    );
  }
  return (
    <>
      <Button icon="left" disabled={!previous} onClick={() => go(previous)}>
        Previous
      </Button>
      <Button icon="right" disabled={!next} onClick={() => go(next)}>
        Next
      </Button>
    </>
  );
}
