import { useMay } from "@/lib/shell";
import { ButtonLink } from "@/parts/button/button";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { Page } from "@/parts/page/page";

/** An address that leads nowhere, or to a thing that is not there. `what` says which. */
export function NotFound({ what }: { what?: string }) {
  const seesDrafts = useMay("READ_DRAFTS");
  return (
    <Page title="Not found">
      <EmptyState
        title={what ?? "There is no page at this address"}
        action={
          <>
            <ButtonLink to="/leaderboard">Leaderboard</ButtonLink>
            <ButtonLink to="/suites">Suites</ButtonLink>
            <ButtonLink to="/runs">Runs</ButtonLink>
          </>
        }
      >
        {seesDrafts
          ? "The link may be mistyped, or what it led to was deleted."
          : "The link may be mistyped, or lead to something only members may see, such as a draft or a trial."}
      </EmptyState>
    </Page>
  );
}

export function NoSuchPage() {
  return <NotFound />;
}
