import { expect, type Page } from "@playwright/test";
import type { Registry } from "./registry";

export interface Person {
  name: string;
  email: string;
  password: string;
}

export type Role = "VIEWER" | "MEMBER" | "ADMIN" | "OWNER";

/** Sets up a registry that nobody has an account at: the person is platform admin, and signed in in the page's browser. */
export async function setUp(page: Page, registry: Registry, person: Person): Promise<void> {
  await ask(page, registry, "setUp", { ...person, adminKey: registry.key });
}

/** Makes somebody a member of a workspace, signed in in the page's browser. */
export async function join(
  page: Page,
  registry: Registry,
  person: Person,
  role: Role,
  workspace = "default",
): Promise<void> {
  const token = new URL(await invite(registry, role, { workspace })).hash.slice(1);
  await ask(page, registry, "acceptInvitation", { ...person, token });
}

/** The link of an invitation. */
export async function invite(
  registry: Registry,
  role: Role,
  more: { workspace?: string; email?: string } = {},
): Promise<string> {
  const { inviteMember } = await registry.graphql<{ inviteMember: { link: string } }>(
    "mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { link userErrors { message } } }",
    { input: { role, ...more } },
  );
  return inviteMember.link;
}

/** Signs in by the form of the page that is shown. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Asks as the page's browser, which keeps the session that the answer begins. */
async function ask(page: Page, registry: Registry, mutation: "setUp" | "acceptInvitation", input: object) {
  const type = mutation === "setUp" ? "SetUpInput" : "AcceptInvitationInput";
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { message } } }`;
  const response = await page.request.post(`${registry.url}/graphql`, { data: { query, variables: { input } } });
  expect(await response.json()).toEqual({ data: { [mutation]: { userErrors: [] } } });
}
