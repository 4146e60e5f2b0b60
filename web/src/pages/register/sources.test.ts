import { expect, it } from "vitest";
import { blank, inputOf, isWhole } from "./sources";

it("asks about what could be whole, and not about what is half typed", () => {
  const whole = (source: "cardUrl" | "endpoint" | "did" | "card", value: string) =>
    isWhole(source, { ...blank, [source]: value });
  expect(
    ["https://a.example", "http://localhost:8080/x", "http://[::1]/", "http://10.0.0.1"].every((v) =>
      whole("cardUrl", v),
    ),
  ).toBe(true);
  expect(["", "ht", "https://", "https://a", "ftp://a.example", "a.example"].some((v) => whole("endpoint", v))).toBe(
    false,
  );
  expect(whole("did", "did:web:a.example")).toBe(true);
  expect(["did:", "did:web:", "did:web:a", "web:a.example"].some((v) => whole("did", v))).toBe(false);
  expect(whole("card", '{"name":"x"}')).toBe(true);
  expect(["", "{", '"text"'].some((v) => whole("card", v))).toBe(false);
});

it("sends one source, and a DID beside it", () => {
  const values = { ...blank, cardUrl: " https://a.example ", endpoint: "https://b.example", did: "did:web:x.example" };
  expect(inputOf("cardUrl", values)).toEqual({
    name: undefined,
    owner: undefined,
    did: "did:web:x.example",
    cardUrl: "https://a.example",
  });
  expect(inputOf("did", values)).toEqual({ name: undefined, owner: undefined, did: "did:web:x.example" });
});
