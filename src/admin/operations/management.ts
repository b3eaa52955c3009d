import { keptSettings } from "../../records/settings/current-settings.ts";
import { managementOf } from "../../records/settings/management.ts";
import type { Admin } from "../admin.ts";
import { management, type ManagementChangedShown } from "../contract/endpoints/management.ts";
import type { HttpRequest } from "../../http-api/request.ts";
import { operation } from "../http/operation.ts";
import { invalid, Refusal, refused } from "../../http-api/refusal.ts";
import type { Caller } from "../identity/caller.ts";
import { changeTried } from "./tried-change.ts";

interface Change {
  readonly admin: Admin;
  readonly caller: Caller;
  readonly query: { readonly check: "yes" | "no" };
  readonly body: object;
  readonly request: HttpRequest;
  readonly answerHeaders: Headers;
}

const get = operation(management.get, async ({ admin: { records }, answerHeaders }) => {
  const { version, settings } = await keptSettings(records);
  answerHeaders.set("ETag", tagOf(version));
  return managementOf(settings);
});

const replace = operation(management.replace, (call) => changed(call, "put"));

const change = operation(management.change, (call) => changed(call, "patch"));

async function changed(
  { admin, caller, query, body, request, answerHeaders }: Change,
  how: "put" | "patch",
): Promise<ManagementChangedShown> {
  const expected = expectedVersion(request.headers.get("if-match"));
  const outcome = await changeTried(admin, {
    change: Object.fromEntries(Object.entries(body).filter(([name]) => name !== "tried")),
    how,
    login: caller.login,
    expected,
    isTried: query.check === "yes",
  });
  if (outcome.state === "refused") {
    throw new Refusal(
      400,
      outcome.problems.map(({ field, message }) => ({ code: "invalid", detail: message, field })),
    );
  }
  answerHeaders.set("ETag", tagOf(outcome.version));
  if (outcome.state === "outdated") {
    const detail = "Somebody else changed the settings meanwhile: read them again, and change those.";
    throw refused(412, "outdated", detail);
  }
  const tried = outcome.tried.map(({ field, state, what, words }) => ({ field, state, what, words }));
  return { ...managementOf(outcome.settings), tried };
}

function tagOf(version: number): string {
  return `"${String(version)}"`;
}

/** Undefined where any version will do. */
function expectedVersion(header: string | null): number | undefined {
  if (header === null || header.trim() === "*") return undefined;
  const version = /^(?:W\/)?"(?<version>\d{1,15})"$/.exec(header.trim())?.groups?.["version"];
  if (version === undefined) throw invalid("If-Match", 'Expected the ETag of the settings as they were read: "7".');
  return Number(version);
}

export const managementOperations = { get, replace, change };
