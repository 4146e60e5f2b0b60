import { pageTitle, useShell } from "@/lib/shell";
import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

/**
 * A page that could not be drawn. It is part of the first script, so that it can always be shown.
 */
export function RouteError({ error }: { error: unknown }) {
  const { registry } = useShell();
  return (
    <>
      <title>{pageTitle("This page failed", registry)}</title>
      <Notice
        tone="fail"
        action={
          <Button icon="refresh" onClick={() => location.reload()}>
            Load it again
          </Button>
        }
      >
        <h1>The console could not show this page</h1>
        {error instanceof Error ? error.message : String(error)}
      </Notice>
    </>
  );
}
