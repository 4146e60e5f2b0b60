import { expect, it } from "vitest";
import { refusal } from "./download";

it("says what a status means, and what the server said", () => {
  expect(refusal(429, '{"error":{"code":"rate_limited","message":"wait 3 s"}}')).toBe(
    "Too many requests: wait a moment and try again. It says: wait 3 s",
  );
  expect(refusal(401, "")).toBe("The file needs somebody who is signed in.");
  for (const body of ["<html>", "null", "3", '{"error":"x"}', '{"error":{"message":3}}'])
    expect(refusal(502, body)).toBe("The file did not come: the server answered 502.");
});
