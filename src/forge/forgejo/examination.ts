import * as z from "zod";
import { systemClock } from "../../core/clock.ts";
import type { ForgeExamination } from "../examination.ts";
import { connect } from "./connection.ts";
import type { ForgejoForgeOptions } from "./forgejo-forge.ts";
import { refused } from "./refusal.ts";

type Options = Pick<ForgejoForgeOptions, "token" | "repository" | "serverUrl" | "apiUrl" | "fork" | "logger">;

const Repository = z.looseObject({
  archived: z.boolean().optional(),
  permissions: z.looseObject({ push: z.boolean().optional() }).optional(),
});

/**
 * Looks at what pushing a branch needs, and writes nothing.
 * @throws {RemoteError} where the server does not answer, rejects the token or does not show the repository
 */
export async function examineForgejo(options: Options): Promise<ForgeExamination> {
  const repository = options.fork ?? options.repository;
  const forgejo = connect({
    ...options,
    repository,
    apiUrl: options.apiUrl ?? `${options.serverUrl.replace(/\/+$/, "")}/api/v1`,
    clock: systemClock,
    second: 1_000,
  });
  const answer = await forgejo.request({ method: "GET", path: "", repeatable: true });
  const parsed = Repository.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) {
    throw refused({ action: `show the repository ${repository}`, scope: "read:repository" }, answer);
  }
  const { archived, permissions } = parsed.data;
  return {
    kind: "forgejo",
    repository,
    login: undefined,
    mayWrite: permissions?.push,
    isArchived: archived === true,
    obstacles: [],
  };
}
