import { expect, it } from "vitest";
import { blank, inputOf, kindFor, missingIn } from "./credentials-form";

it("begins with the kind that the card asks for", () => {
  const scheme = (type: string, supported = true) => ({ type, supported });
  expect(kindFor([scheme("mutualTLS", false), scheme("apiKey")])).toBe("API_KEY");
  expect(kindFor([scheme("oauth2")])).toBe("OAUTH2");
  expect(kindFor([scheme("http")])).toBe("BEARER");
  expect(kindFor([])).toBe("BEARER");
});

it("asks for what the card does not say", () => {
  expect(missingIn("BEARER", blank, true)).toEqual(["bearer"]);
  expect(missingIn("API_KEY", blank, true)).toEqual(["value"]);
  expect(missingIn("API_KEY", blank, false)).toEqual(["name", "value"]);
  expect(missingIn("OAUTH2", { ...blank, clientId: "c", clientSecret: "s" }, false)).toEqual(["tokenUrl"]);
});

it("sends exactly one kind, and secrets as they were typed", () => {
  const filled = { ...blank, bearer: " t ", value: " v ", clientId: " c ", clientSecret: " s ", scopes: " a  b " };
  expect(inputOf("BEARER", filled)).toEqual({ bearer: " t " });
  expect(inputOf("API_KEY", { ...filled, place: "QUERY", name: " key " })).toEqual({
    apiKey: { in: "QUERY", name: "key", value: " v " },
  });
  expect(inputOf("OAUTH2", filled)).toEqual({
    oauth2: { tokenUrl: undefined, clientId: "c", clientSecret: " s ", scopes: ["a", "b"] },
  });
});
