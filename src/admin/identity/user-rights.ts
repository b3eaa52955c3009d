import type { Role } from "../contract/endpoint.ts";
import type { Caller } from "./caller.ts";
import type { Operator } from "./operators.ts";

interface UserRights {
  readonly sees: "everybody" | "oneself";
  readonly changes: "everybody" | "oneself";
  /** Fields that may be others than they were. */
  readonly fields: readonly UserField[];
}

const userFields = ["name", "email", "role", "active", "password"] as const;
type UserField = (typeof userFields)[number];

/** What a role may do with users, beyond which operations it may ask for (the contract's `roles`). */
const userRights: Readonly<Record<Role, UserRights>> = {
  administrator: { sees: "everybody", changes: "everybody", fields: userFields },
  operator: { sees: "everybody", changes: "oneself", fields: ["name", "password"] },
  viewer: { sees: "oneself", changes: "oneself", fields: ["name", "password"] },
};

type Somebody = Pick<Caller, "login" | "role">;

export function seesEverybody({ role }: Pick<Caller, "role">): boolean {
  return userRights[role].sees === "everybody";
}

export function mayRead(caller: Somebody, login: number): boolean {
  return seesEverybody(caller) || caller.login === login;
}

export function mayChange({ login, role }: Somebody, changed: number): boolean {
  return userRights[role].changes === "everybody" || login === changed;
}

type Change = { readonly [Field in UserField]?: string | boolean | undefined };

/** The first field of a change that the role may not change; fields that stay as they are may be sent. */
export function forbiddenField(
  { role }: Pick<Caller, "role">,
  former: Pick<Operator, "name" | "email" | "role" | "active">,
  change: Change,
): UserField | undefined {
  const kept: Change = { name: former.name, email: former.email, role: former.role, active: former.active };
  const changed = userFields.filter((field) => change[field] !== undefined && change[field] !== kept[field]);
  return changed.find((field) => !userRights[role].fields.includes(field));
}

/** Whether the role may change a field. */
export function mayChangeField({ role }: Pick<Caller, "role">, field: UserField): boolean {
  return userRights[role].fields.includes(field);
}
