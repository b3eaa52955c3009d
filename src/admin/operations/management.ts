import { changeManagement } from "../../records/settings/change-management.ts";
import { keptSettings } from "../../records/settings/current-settings.ts";
import type { ManagementShown } from "../../records/settings/management-resource.ts";
import { managementOf } from "../../records/settings/management.ts";
import type { Admin } from "../admin.ts";
import { management } from "../contract/endpoints/management.ts";
import type { HttpRequest } from "../../http-api/request.ts";
import { operation } from "../http/operation.ts";
import { invalid, Refusal, refused } from "../../http-api/refusal.ts";
import type { Caller } from "../identity/caller.ts";

interface Change {
  readonly admin: Admin;
  readonly caller: Caller;
  readonly body: unknown;
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
  { admin: { records }, caller, body, request, answerHeaders }: Change,
  how: "put" | "patch",
): Promise<ManagementShown> {
  const expected = expectedVersion(request.headers.get("if-match"));
  const outcome = await changeManagement(records, body, how, caller.login, expected);
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
  return managementOf(outcome.settings);
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
