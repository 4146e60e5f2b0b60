import { as, asAdmin, expect, test } from "./test";

/** Agents: registering them as one types, showing control, opting out, credentials. */

test("what is registered is looked at as one types, and only the newest question is answered", async ({
  page,
  found,
}) => {
  await as(page, "ada");
  const asked: string[] = [];
  const aborted: string[] = [];
  const address = (body: string | null) => /"cardUrl":"([^"]*)"/.exec(body ?? "")?.[1];
  let hold = true;
  await page.route("**/graphql", async (route) => {
    const url = route.request().postData()?.includes("mutation CheckAgent") && address(route.request().postData());
    if (url) asked.push(url);
    // The first one is slow: it is aborted by the page.
    if (url && hold) return;
    await route.continue();
  });
  page.on("requestfailed", (request) => {
    const url = address(request.postData());
    if (url) aborted.push(url);
  });
  await page.goto("/register-agent");
  const field = page.getByLabel("Address of its card");
  await field.fill("https://");
  await field.fill("https://slow.example/card.json");
  await expect.poll(() => asked).toEqual(["https://slow.example/card.json"]);
  hold = false;
  await field.fill("https://harbor-pilot.example/card.json");
  await expect(page.getByText("Agent at harbor-pilot.example")).toBeVisible();
  expect(aborted).toEqual(["https://slow.example/card.json"]);
  expect(asked).toEqual(["https://slow.example/card.json", "https://harbor-pilot.example/card.json"]);
  await expect(page.getByText("An agent of this DID is registered already")).toBeVisible();
  await expect(page.getByText("taken in 12 ms")).toBeVisible();

  await page.getByText("Inline card").click();
  await page.getByLabel("Card", { exact: true }).fill('{"name": ');
  await expect(page.getByText("What is there is looked at as you type")).toBeVisible();
  await page.getByLabel("Card", { exact: true }).fill('{"name": "Pasted"}');
  await expect(page.getByText("Agent at inline.example")).toBeVisible();
  found.splice(0, found.length, ...found.filter((text) => !/Failed to load resource/.test(text)));
});

test("a member registers an agent in a workspace, shows control of it, and it is evaluated", async ({ page }) => {
  await as(page, "chen");
  await page.goto("/register-agent");
  await page.getByText("Bare endpoint").click();
  await page.getByLabel("Endpoint", { exact: true }).fill("https://mine.example/api");
  await expect(page.getByText("taken in 12 ms")).toBeVisible();
  await page.getByLabel("Workspace").selectOption({ label: "Partners" });
  await page.getByRole("button", { name: "Register" }).click();

  await expect(page.getByRole("heading", { name: "Show that you control it" })).toBeVisible();
  await page.getByRole("button", { name: "Get a challenge" }).click();
  await expect(page.getByRole("group", { name: "the line" })).toContainText("assay-challenge=v1 prove");
  await expect(page.getByRole("group", { name: "the address" })).toContainText(
    "https://mine.example/.well-known/assay-challenge",
  );
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByText("Control is shown.")).toBeVisible();
  await page.getByRole("link", { name: "See the agent" }).click();
  await expect(page.locator("main").getByText("Partners")).toBeVisible();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();
  await expect(page.getByText(/It is not evaluated/)).toHaveCount(0);
  await expect(page.getByRole("table", { name: "History" })).toContainText("Control shown");
});

test("control is shown later, by a signature, and a refusal says why", async ({ page }) => {
  await as(page, "chen");
  await page.goto("/register-agent");
  await page.getByText("Bare endpoint").click();
  await page.getByLabel("Endpoint", { exact: true }).fill("https://later.example/api");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("link", { name: "Do it later, on its page" }).click();
  await expect(page.getByText(/It is not evaluated/)).toBeVisible();
  await expect(page.locator("main").getByText("Unproven", { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Get a challenge" }).click();
  await page.locator("summary", { hasText: "Or sign it" }).click();
  await page.getByLabel("Signature").fill("nonsense");
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(page.getByText("the signature must be 64 bytes")).toBeVisible();
  await page.getByLabel("Signature").fill("A".repeat(86));
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(page.getByText("Control is shown.")).toBeVisible();
  await expect(page.getByText(/It is not evaluated/)).toHaveCount(0);
  await expect(page.getByText("a signature by its DID's key")).toBeVisible();
});

test("an operator without an account opts out and in again", async ({ page }) => {
  await page.goto("/agents/did:web:lantern.example");
  await expect(page.getByRole("button", { name: "Get a challenge" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove" })).toHaveCount(0);
  await page.locator("summary", { hasText: "it should not be called" }).click();
  for (const [button, said] of [
    ["Opt out", "The agent is called no more."],
    ["Opt in again", "The agent may be called again."],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByText("that it be called no more")).toHaveCount(button === "Opt out" ? 1 : 0);
  }
});

test("credentials are set as the card says, replaced and removed, and never shown", async ({ page }) => {
  await asAdmin(page);
  const canary = "canary-7d1f2e";
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/graphql"))
      void response.text().then(
        (text) => answers.push(text),
        () => {},
      );
  });
  await page.goto("/agents/did:web:atlas-search.example");
  await expect(page.getByText("None: it is called without a credential.")).toBeVisible();
  await page.getByRole("button", { name: "Set credentials" }).click();
  await expect(page.getByRole("radio", { name: "OAuth2 client" })).toBeChecked(); // as its card says
  await page.getByLabel("Client", { exact: true }).fill("assay");
  await page.getByLabel("Client secret").fill(canary);
  await expect(page.getByLabel("Client secret")).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Set credentials" }).click();
  await expect(page.getByText("Set. It is sent from the next call on")).toBeVisible();
  await expect(page.getByText("token from https://login.example/token")).toHaveCount(2);

  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByText("Bearer token").click();
  await page.getByLabel("Token", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Set credentials" }).click();
  await expect(page.getByText("a bearer token has no spaces")).toBeVisible();
  await expect(page.getByLabel("Token", { exact: true })).toHaveValue("");
  await page.getByLabel("Token", { exact: true }).fill(canary);
  await page.getByRole("button", { name: "Set credentials" }).click();
  await expect(page.getByText("bearer token", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove credentials" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the credentials" }).click();
  await expect(page.getByText("None: it is called without a credential.")).toBeVisible();
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.filter((text) => text.includes(canary))).toEqual([]);
  expect(await page.content()).not.toContain(canary);
});

test("an agent shows how it did lately, and its errors lead to their results", async ({ page }) => {
  await page.goto("/agents/did:web:courier.example");
  await expect(page.getByText("Half took at most")).toBeVisible();
  await expect(page.getByText("Calls by time to the last byte")).toBeVisible();
  await page.getByRole("link", { name: "Timed out" }).click();
  await expect(page).toHaveURL(/\/results\?agent=did%3Aweb%3Acourier.example&error=TIMEOUT$/);
  await page.goBack();
  await page.locator("main").getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/compare\?kind=agents&a=did%3Aweb%3Acourier.example$/);
});
