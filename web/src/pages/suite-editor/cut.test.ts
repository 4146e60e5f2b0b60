import { expect, test } from "vitest";
import { cut, maxSample } from "./cut";

test("a text is cut to bytes, between characters", () => {
  expect(cut("abc", 3)).toBe("abc");
  expect(cut("abcd", 3)).toBe("abc");
  expect(cut("aéé", 4)).toBe("aé");
  expect(cut("a😀", 4)).toBe("a");
  const large = "\ufffd".repeat(maxSample);
  expect(new TextEncoder().encode(cut(large)).length).toBe(maxSample - 1);
});
