import { absolute } from "@/lib/format";
import { times } from "@/lib/preferences";
import { useAbsence } from "@/lib/presence";
import { useStore } from "@/lib/store";
import { Button } from "../button/button";
import { Notice } from "../notice/notice";

/** Says that the server is away, from when what is shown is, and lets one try again. What is shown stays. */
export function Absence({ retry }: { retry: () => void }) {
  const absence = useAbsence();
  const zone = useStore(times) === "utc" ? "utc" : "local";
  if (!absence) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button small icon="refresh" onClick={retry}>
          Try again
        </Button>
      }
    >
      {absence.why === "offline" ? "You are offline." : "The server cannot be reached; it is tried again all the time."}
      {absence.since !== null && ` What is shown is as of ${absolute(absence.since, zone)}.`}
    </Notice>
  );
}
