import type { CombinedError } from "@urql/core";
import { describe } from "@/lib/graphql";
import { Button } from "../button/button";
import css from "./error-state.module.css";

/** What failed, what still holds, and a way to try again. `stale`: an earlier answer is still shown below. */
export function ErrorState({
  error,
  retry,
  stale = false,
}: {
  error: CombinedError;
  retry?: () => void;
  stale?: boolean;
}) {
  const fault = describe(error);
  return (
    <div className={css.error} role="alert">
      <div>
        <p className={css.title}>{fault.title}</p>
        <p className={css.detail}>
          {fault.detail}
          {stale && " What is shown below is the last answer."}
        </p>
        {(fault.code || fault.requestId) && (
          <p className={css.trace}>
            {[fault.code, fault.requestId && `request ${fault.requestId}`].filter(Boolean).join(" · ")}
          </p>
        )}
      </div>
      {retry && (
        <Button icon="refresh" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
