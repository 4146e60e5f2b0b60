import { pageTitle, useShell } from "@/lib/shell";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

/** A page whose script did not come. It is part of the first script, since what failed is the loading of others. */
export function PageNotLoaded({ answers, busy, retry }: { answers: boolean; busy: boolean; retry: () => void }) {
  const { registry } = useShell();
  return (
    <>
      <title>{pageTitle("Page not loaded", registry)}</title>
      <Notice
        tone="fail"
        action={
          <Button icon="refresh" busy={busy} onClick={retry}>
            Try again
          </Button>
        }
      >
        <h1>This page could not be loaded</h1>
        {answers
          ? "The server answers, but not with this page. It may have been upgraded; loading the console anew helps then."
          : "The server cannot be reached. Check that it runs and that you are online."}
      </Notice>
    </>
  );
}
