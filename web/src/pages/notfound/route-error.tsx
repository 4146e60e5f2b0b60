import { Button } from "@/parts/button/button";
import { Notice } from "@/parts/notice/notice";

/**
 * A page that could not be loaded or drawn. After an upgrade its script may be gone: loading the page anew brings the new one. It is
 * part of the first script, since what failed may be the loading of others.
 */
export function RouteError({ error }: { error: unknown }) {
  return (
    <>
      <title>This page failed · Assay</title>
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
