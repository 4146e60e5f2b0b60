import css from "./overview.module.css";
import { plural } from "@/lib/format";
import { signedIn, useMay, useMaySomewhere, useShell } from "@/lib/shell";
import { ButtonLink } from "@/parts/button/button";
import { Icon } from "@/parts/icon/icon";

/** A registry in which nothing has run: what comes first, and what is there already. */
export function FirstSteps({ agents, suites }: { agents: number; suites: number }) {
  const { viewer } = useShell();
  const mayRegister = useMaySomewhere("REGISTER_AGENTS");
  const mayEdit = useMay("EDIT_SUITES");
  const mayRun = useMay("RUN_SUITES");
  const steps = [
    {
      done: agents > 0,
      title: "Register an agent",
      says: agents > 0 ? `${plural(agents, "agent")} can be evaluated.` : "By its card, a did:web or a bare endpoint.",
      action: mayRegister && (
        <ButtonLink small to="/register-agent" icon="plus">
          Register agent
        </ButtonLink>
      ),
    },
    {
      done: suites > 0,
      title: "Write a suite",
      says:
        suites > 0
          ? `${plural(suites, "suite")} ${suites === 1 ? "is" : "are"} published.`
          : "Tasks, and the rule that decides each. Try it as a draft, then publish it.",
      action: mayEdit && (
        <ButtonLink small to="/new-suite" icon="plus">
          New suite
        </ButtonLink>
      ),
    },
    {
      done: false,
      title: "Run it",
      says: mayRun
        ? "By hand from the suite's page, or by its interval."
        : "Its interval starts it, or a member does by hand.",
      action: mayRun && suites > 0 && (
        <ButtonLink small to="/suites" icon="suites">
          See the suites
        </ButtonLink>
      ),
    },
  ];
  return (
    <div className={css.fresh}>
      <h2>Nothing has been measured here yet</h2>
      <ol className={css.steps}>
        {steps.map((step, i) => (
          <li key={step.title} data-done={step.done || undefined}>
            <span className={css.stepMark} aria-hidden="true">
              {step.done ? <Icon name="check" size={14} /> : i + 1}
            </span>
            <div>
              <p className={css.stepTitle}>
                {step.title}
                {step.done && <span className="unseen"> (done)</span>}
              </p>
              <p className={css.stepSays}>{step.says}</p>
            </div>
            {step.action}
          </li>
        ))}
      </ol>
      {signedIn(viewer) === false && (
        <ButtonLink to="/signin" search={{ to: "/" }} tone="primary" icon="key">
          Sign in
        </ButtonLink>
      )}
    </div>
  );
}
