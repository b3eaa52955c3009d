import { notAuthenticated } from "../http/refusal.ts";
import type { Caller } from "../identity/permissions.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import type { Service } from "../service.ts";
import { parseQuery, PULL_REQUEST, unparsable, type Query } from "../units/query-terms.ts";
import { pullRequestStrings } from "./pull-request-strings.ts";

/** More of a pull request are not looked for: a statement takes so many. */
const MOST_KEYS = 5000;

/**
 * Reads a search of one translation, in which `pr:123` finds the strings that the pull request adds or changes and that are here
 * by now: git is asked for them.
 * @throws 400 on `q`, also where the repository shows no such pull request
 */
export async function searchIn(service: Service, place: VisibleTranslation, q: string): Promise<Query> {
  return withKeys(service, place, parseQuery(q));
}

/** @throws 401 for a search that makes the service look into the repository, of nobody it knows */
export function assertMaySearch(caller: Caller, q: string): void {
  if (caller.user === undefined && namesPullRequest(parseQuery(q))) throw notAuthenticated();
}

function namesPullRequest(query: Query): boolean {
  switch (query.kind) {
    case "not":
      return namesPullRequest(query.part);
    case "and":
    case "or":
      return query.parts.some(namesPullRequest);
    case "keys":
      return false;
    case "term":
      return query.field === PULL_REQUEST;
  }
}

async function withKeys(service: Service, place: VisibleTranslation, query: Query): Promise<Query> {
  switch (query.kind) {
    case "not":
      return { kind: "not", part: await withKeys(service, place, query.part) };
    case "and":
    case "or":
      return {
        kind: query.kind,
        parts: await Promise.all(query.parts.map((part) => withKeys(service, place, part))),
      };
    case "keys":
      return query;
    case "term":
      return query.field === PULL_REQUEST ? keysOf(service, place, pullRequestNumber(query)) : query;
  }
}

function pullRequestNumber({ operator, value }: Extract<Query, { readonly kind: "term" }>): number {
  const text = value.kind === "text" ? value.text : "";
  if (operator !== ":" || !/^#?[1-9]\d{0,8}$/.test(text)) {
    throw unparsable("pr: takes the number of a pull request, as in pr:123");
  }
  return Number(text.replace("#", ""));
}

async function keysOf(service: Service, place: VisibleTranslation, number: number): Promise<Query> {
  const found = await pullRequestStrings(service, place, number);
  if ("problem" in found) throw unparsable(found.problem);
  return { kind: "keys", keys: found.strings.slice(0, MOST_KEYS).map(({ key }) => key) };
}
