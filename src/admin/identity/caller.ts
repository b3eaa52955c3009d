import { roles, type Role } from "../contract/endpoint.ts";

/** Somebody with a session. */
export interface Caller {
  readonly login: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly session: CallerSession;
}

export interface CallerSession {
  /** What the table has, not what the cookie holds. */
  readonly id: string;
  /** What writes have to carry. */
  readonly csrf: string;
  /** ISO 8601: at the latest. */
  readonly expires: string;
}

/** A role that the table has from a newer version may nothing more than look. */
export function roleOf(text: string): Role {
  return roles.find((role) => role === text) ?? "viewer";
}
