import { expect, it } from "vitest";
import { weakness } from "./password-field";

it("takes 12 to 200 characters, whatever they are made of", () => {
  expect(weakness("x".repeat(11))).toBe("At least 12 characters; this has 11.");
  expect(weakness("x".repeat(12))).toBeUndefined();
  expect(weakness("x".repeat(200))).toBeUndefined();
  expect(weakness("x".repeat(201))).toBe("At most 200 characters.");
  // A character outside of the basic plane is one, not two.
  expect(weakness("🔑".repeat(6))).toBe("At least 12 characters; this has 6.");
});
