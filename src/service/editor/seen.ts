import { createHash } from "node:crypto";
import { texts, type UnitRecord } from "../units/unit-row.ts";

/** What of a string decides whether two people look at the same. */
type Seen = Pick<UnitRecord, "source" | "flags" | "extra_flags" | "target" | "state">;

/** The source as somebody saw it: its forms and flags. */
export function seenSource({ source, flags, extra_flags: extra }: Seen): string {
  return hashOfJson([texts(source), flags, extra]);
}

/** The translation as somebody saw it: its forms and state. */
export function seenTarget({ target, state }: Seen): string {
  return hashOfText(texts(target), state);
}

export function hashOfText(target: readonly string[], state: number): string {
  return hashOfJson([target, state]);
}

function hashOfJson(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);
}
