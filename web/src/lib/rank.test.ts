import { expect, it } from "vitest";
import { atLeast, grantable, mayChange, standing } from "./rank";
import type { Viewer } from "./shell";

const viewer = (admin: boolean) => ({ admin }) as Viewer;

it("lets admins give roles up to their own", () => {
  expect(grantable("OWNER")).toEqual(["VIEWER", "MEMBER", "ADMIN", "OWNER"]);
  expect(grantable("ADMIN")).toEqual(["VIEWER", "MEMBER", "ADMIN"]);
  expect(grantable(null)).toEqual([]);
});

it("lets only owners change owners, and nobody below admin change anybody", () => {
  expect(mayChange("OWNER", "OWNER")).toBe(true);
  expect(mayChange("ADMIN", "OWNER")).toBe(false);
  expect(mayChange("ADMIN", "ADMIN")).toBe(true);
  expect(mayChange("MEMBER", "VIEWER")).toBe(false);
});

it("takes a platform admin for an owner, also where they are no member", () => {
  expect(standing(viewer(true), null)).toBe("OWNER");
  expect(standing(viewer(false), "MEMBER")).toBe("MEMBER");
  expect(atLeast(standing(null, null), "VIEWER")).toBe(false);
});
