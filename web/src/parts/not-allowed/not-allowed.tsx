import type { Permission } from "@/gql/schema";
import { signedIn, useShell } from "@/lib/shell";
import { permissions, roles } from "@/lib/words";
import { ButtonLink } from "../button/button";
import { EmptyState } from "../empty-state/empty-state";
import { Loading } from "../loading/loading";
import { Page } from "../page/page";

/** What a page shows to who may not see it: the way to sign in, or whom to ask. Nothing while that is not known. */
export function NotAllowed({ title, permission }: { title: string; permission: Permission }) {
  const { viewer } = useShell();
  const { to, role } = permissions[permission];
  const known = signedIn(viewer);
  return (
    <Page title={title}>
      {known === null && <Loading />}
      {known === false && (
        <EmptyState title={`Sign in to ${to}`} action={<SignInLink />}>
          The public record is open to everybody; this part of the console is for the people of this registry.
        </EmptyState>
      )}
      {known === true && (
        <EmptyState title={`You may not ${to}`}>
          {viewer?.key
            ? `This key lacks the role or the scope for it. It takes the role ${roles[role].name.toLowerCase()} or more.`
            : `It takes the role ${roles[role].name.toLowerCase()} or more. An admin of the workspace can give it to you.`}
        </EmptyState>
      )}
    </Page>
  );
}

/** Leads to signing in and back to this page. */
export function SignInLink() {
  return (
    <ButtonLink to="/signin" search={{ to: location.pathname + location.search }} tone="primary" icon="key">
      Sign in
    </ButtonLink>
  );
}
