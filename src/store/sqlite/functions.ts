import type { DatabaseSync } from "node:sqlite";
import { boundedExpression } from "../../catalog/checks/bounded-expression.ts";
import { foldedText } from "../any-case.ts";

/** Brings a connection to what queries expect of either database: how texts compare, and what can be called. */
export function prepare(sqlite: DatabaseSync): void {
  // As PostgreSQL compares.
  sqlite.exec("pragma case_sensitive_like = on;");
  defineFunctions(sqlite);
  // What triggers call that keep texts.
  sqlite.function("folded", { deterministic: true }, (text) => foldedText(String(text)));
}

/** What queries may call on either database (`postgres/functions.ts`). */
function defineFunctions(sqlite: DatabaseSync): void {
  // SQLite's own knows ASCII alone, and texts are searched for in every script.
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  sqlite.function("list_length", { deterministic: true }, (list) => listOf(list).length);
  sqlite.function("text_matches", { deterministic: true }, (text, pattern) => (matches(text, pattern) ? 1 : 0));
  sqlite.function("list_matches", { deterministic: true }, (list, pattern) =>
    listOf(list).some((text) => matches(text, pattern)) ? 1 : 0,
  );
  sqlite.function("list_has", { deterministic: true }, (list, text) => (listOf(list).includes(text) ? 1 : 0));
}

/** A text that is too long for its expression does not match: it could take forever. */
function matches(text: unknown, pattern: unknown): boolean {
  const bounded = boundedExpression(String(pattern));
  return (
    typeof text === "string" &&
    bounded !== undefined &&
    text.length <= bounded.longestText &&
    bounded.expression.test(text)
  );
}

function listOf(json: unknown): readonly unknown[] {
  const list: unknown = JSON.parse(String(json));
  return Array.isArray(list) ? list : [];
}
