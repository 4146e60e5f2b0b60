import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { KeyForm } from "./key-form";
import { problemWords } from "./problems";
import { useShell } from "@/lib/shell";
import { inside, isOwnPage } from "@/lib/way-back";
import { Entry } from "@/parts/entry/entry";
import { Notice } from "@/parts/notice/notice";
import { SignInForm } from "@/parts/sign-in-form/sign-in-form";
import css from "./signin.module.css";

const route = getRouteApi("/signin");

/** The way in: by password, by the identity provider, or by a key for this tab. */
export function SignIn() {
  const { to, problem } = route.useSearch();
  const { registry } = useShell();
  const navigate = route.useNavigate();
  const [byKey, setByKey] = useState(false);
  const back = inside(to);
  const enter = () => {
    if (isOwnPage(back)) location.assign(back);
    else void navigate({ href: back, replace: true });
  };
  return (
    <Entry
      title="Sign in"
      lead={
        byKey
          ? "With the platform-admin key or an API key. It stays in this tab and is forgotten when the tab is closed."
          : "To run suites, register agents and manage what is measured."
      }
      foot={
        <button type="button" className={css.way} onClick={() => setByKey(!byKey)}>
          {byKey ? "Use a password instead" : "Use a key instead"}
        </button>
      }
    >
      {problem && !byKey && <Notice tone="fail">{problemWords(problem)}</Notice>}
      {registry?.setupNeeded && (
        <Notice tone="warn">
          Nobody has an account here yet. <Link to="/setup">Set up this registry</Link> first.
        </Notice>
      )}
      {byKey ? <KeyForm onDone={enter} /> : <SignInForm to={back} onDone={enter} />}
      {!byKey && (
        <p className={css.note}>
          No account, or no password? An admin of your workspace can send you a link for either.
        </p>
      )}
    </Entry>
  );
}
