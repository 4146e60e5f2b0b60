import { CombinedError } from "@urql/core";
import { expect, it } from "vitest";
import { describe as inWords } from "./graphql";

it("leaves it to the server to say what is wrong with a key", () => {
  const message = "this is not the platform-admin key of this registry";
  const fault = inWords(new CombinedError({ graphQLErrors: [{ message, extensions: { code: "FORBIDDEN" } }] }));
  expect(fault).toMatchObject({ title: "The request was refused", detail: message });
  expect(fault.title).not.toMatch(/key/i);
});

it("tells a server that is away from one that answers", () => {
  expect(inWords(new CombinedError({ networkError: new Error("failed") })).title).toBe("The server cannot be reached");
});
