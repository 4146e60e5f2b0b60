import { useQuery } from "urql";
import { Password } from "./password";
import { Profile } from "./profile";
import { Registry } from "./registry";
import { Sessions } from "./sessions";
import { SettingsDocument } from "./settings.gql";
import { Workspaces } from "./workspaces";
import { signedIn, useShell } from "@/lib/shell";
import { EmptyState } from "@/parts/empty-state/empty-state";
import { ErrorState } from "@/parts/error-state/error-state";
import { Loading } from "@/parts/loading/loading";
import { SignInLink } from "@/parts/not-allowed/not-allowed";
import { Page, Section } from "@/parts/page/page";
import { ThemeSwitch, TimesSwitch } from "@/parts/theme-switch/theme-switch";
import css from "./settings.module.css";

/** Oneself, one's sessions, how the console looks, the workspaces, and what this registry is. */
export function Settings() {
  const { viewer } = useShell();
  const known = signedIn(viewer);
  const [{ data, error, fetching }, reload] = useQuery({ query: SettingsDocument, pause: known !== true });
  const user = data?.viewer.user ?? null;
  const refresh = () => reload({ requestPolicy: "network-only" });
  const sessions = data?.viewer.sessions ?? null;
  return (
    <Page title="Settings">
      {error && <ErrorState error={error} retry={refresh} stale={Boolean(data)} />}
      {(known === null || (!data && fetching)) && <Loading />}
      {known === false && (
        <EmptyState title="Sign in to see your settings" action={<SignInLink />}>
          How the console looks can be changed without it, here below.
        </EmptyState>
      )}
      {user && !viewer?.key && (
        <div className={css.oneself}>
          <Profile key={user.name} user={user} />
          <Password user={user} onChanged={refresh} />
        </div>
      )}
      {sessions && <Sessions sessions={sessions} onEnded={refresh} />}
      <Section title="Looks" note="Kept in this browser.">
        <div className={css.looks}>
          <span>Theme</span>
          <ThemeSwitch />
          <span>Times</span>
          <TimesSwitch />
        </div>
      </Section>
      {known === true && <Workspaces />}
      <Registry />
    </Page>
  );
}
