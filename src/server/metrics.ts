import { VERSION } from "../core/version.ts";
import { isOwnToken } from "../http-api/request.ts";
import { EndedWork } from "../records/metrics/ended-work.ts";
import { exposition, type Family } from "../records/metrics/exposition.ts";
import { presentFigures } from "../records/metrics/present-figures.ts";
import type { Records } from "../records/records.ts";

type Surroundings = Pick<Records, "database" | "clock" | "jobs">;

/** All that is told, from now on. */
export function metricFamilies(records: Surroundings): () => Promise<readonly Family[]> {
  const ended = new EndedWork(records);
  const started = records.clock.now().getTime() / 1_000;
  return async () => [...ownFigures(started), ...(await presentFigures(records)), ...(await ended.families())];
}

/**
 * Answers `GET /metrics` for whoever carries the token. What is told are counts and times of the whole database: of several processes one
 * is asked.
 * @param token undefined: nobody is answered
 */
export function metricsAnswer(
  records: Surroundings,
  token: string | undefined,
): (request: Request) => Promise<Response> {
  const families = metricFamilies(records);
  return async ({ headers }) => {
    if (token === undefined) {
      return refusal(404, "Nobody may read metrics here: start the bot with INTERLINEAR_METRICS_TOKEN.");
    }
    const [, sent = null] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (!isOwnToken(token, sent)) {
      return refusal(401, "Metrics are for whoever sends `Authorization: Bearer` with INTERLINEAR_METRICS_TOKEN.");
    }
    const { contentType, text } = exposition(await families(), headers.get("accept") ?? "");
    return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
  };
}

function ownFigures(started: number): readonly Family[] {
  const build = { labels: { version: VERSION, node: process.version }, value: 1 };
  return [
    { kind: "gauge", name: "interlinear_build_info", help: "Which release runs.", readings: [build] },
    {
      kind: "gauge",
      name: "process_start_time_seconds",
      help: "When this process began, in seconds of Unix time.",
      readings: [{ labels: {}, value: started }],
    },
  ];
}

function refusal(status: 401 | 404, message: string): Response {
  const challenge = status === 401 ? { "www-authenticate": 'Bearer realm="metrics"' } : {};
  return Response.json({ message }, { status, headers: { "cache-control": "no-store", ...challenge } });
}
