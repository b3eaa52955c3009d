import { expect, it } from "vitest";
import { forbiddenField, mayChange, mayRead } from "./user-rights.ts";

const OWN = 7;
const jana = { name: "Jana", email: "jana@example.org", role: "operator", active: true } as const;

it.each([
  ["administrator", OWN, true, true],
  ["administrator", 8, true, true],
  ["operator", OWN, true, true],
  ["operator", 8, true, false],
  ["viewer", OWN, true, true],
  ["viewer", 8, false, false],
] as const)("%s 7 and user %i: reads %s, changes %s", (role, login, reads, changes) => {
  const caller = { login: OWN, role };

  expect([mayRead(caller, login), mayChange(caller, login)]).toEqual([reads, changes]);
});

it.each([
  ["administrator", { name: "J", email: "j@example.org", role: "viewer", active: false, password: "…" }, undefined],
  ["operator", { name: "J", password: "…" }, undefined],
  ["operator", { name: "J", email: "jana@example.org", role: "operator", active: true }, undefined],
  ["operator", { email: "j@example.org" }, "email"],
  ["operator", { role: "administrator" }, "role"],
  ["viewer", { active: false }, "active"],
  ["viewer", { name: "J", password: "…" }, undefined],
] as const)("%s may not change all of %j: %s", (role, change, field) => {
  expect(forbiddenField({ role }, jana, change)).toBe(field);
});
