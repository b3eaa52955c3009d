import * as z from "zod";
import { systemClock } from "../../core/clock.ts";
import type { Logger } from "../../core/logger.ts";
import { connect } from "./connection.ts";
import type { RepositoryPlace } from "./server.ts";

const Repository = z.looseObject({ full_name: z.string().regex(/^[^/]+\/[^/]+$/) });

/**
 * What a repository is called now. A clone's remote keeps the name of before a rename or a transfer: the server answers reads of it,
 * and refuses most writes. The same name where the server does not say.
 */
export async function currentName(place: RepositoryPlace, token: string, logger: Logger): Promise<string> {
  const { serverUrl, repository } = place;
  const forgejo = connect({
    token,
    serverUrl,
    apiUrl: `${serverUrl}/api/v1`,
    repository,
    logger,
    clock: systemClock,
    second: 1_000,
  });
  const { status, body } = await forgejo.request({ method: "GET", path: "", repeatable: true });
  const parsed = Repository.safeParse(body);
  const name = status === 200 && parsed.success ? parsed.data.full_name : repository;
  return name.toLowerCase() === repository.toLowerCase() ? repository : name;
}
