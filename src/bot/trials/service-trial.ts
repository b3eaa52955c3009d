import { RemoteError } from "../../core/errors.ts";
import type { Redactor } from "../../core/redaction.ts";
import { VERSION } from "../../core/version.ts";
import { fetchOf } from "../../network/connections.ts";
import type { ServiceSettings } from "../../records/settings/settings.ts";
import { ServiceExamination, type Account } from "../../service-client/examination.ts";
import { attention, bad, clockTrial, errorWords, good, refusedTrial, type Trial } from "./trial.ts";

const TIMEOUT_MILLISECONDS = 10_000;

/** What every project needs of the token: `doctor` looks at the rest, which the mapping decides. */
const NEEDED = ["upload.perform", "translation.download", "vcs.commit"];

export async function serviceTrials(
  service: ServiceSettings,
  now: () => Date,
  redactor: Redactor,
): Promise<readonly Trial[]> {
  if (service.token === "") return [attention("Token", "There is none: nothing is done for these repositories.")];
  const examination = new ServiceExamination({
    url: service.url,
    token: service.token,
    version: VERSION,
    attempts: 1,
    timeoutMs: TIMEOUT_MILLISECONDS,
    deadlineMs: 2 * TIMEOUT_MILLISECONDS,
  });
  try {
    const account = await examination.account();
    const about = await examination.version().catch(() => undefined);
    const who =
      account === undefined ? "who it speaks as, the service does not tell" : `it speaks as ${account.username}`;
    const version = about?.version === undefined ? "" : ` The service is of version ${about.version}.`;
    return [
      good("Token", `It is valid: ${who}.${version}`),
      ...rightsOf(account),
      ...(await clockOf(service.url, now)),
    ];
  } catch (error) {
    const words = errorWords(error, redactor);
    const isRefused = error instanceof RemoteError && error.status === 401;
    return [isRefused ? refusedTrial("Token", words) : bad("Token", words)];
  } finally {
    await examination.close();
  }
}

function rightsOf(account: Account | undefined): readonly Trial[] {
  if (account?.isSuperuser === true) {
    return [attention("Rights", "It may do everything on the service: a project's own token is enough, and safer.")];
  }
  if (account?.grants === undefined) return [];
  const permissions = new Set(account.grants.flatMap((grant) => grant.permissions));
  const missing = NEEDED.filter((permission) => !permissions.has(permission));
  const places = account.grants.flatMap(({ reach }) =>
    reach.kind === "listed" ? [...reach.projects, ...reach.components] : ["all that the service chooses"],
  );
  const where = [...new Set(places)].slice(0, 10).join(", ");
  return [
    missing.length === 0
      ? good("Rights", `It may upload, download and commit in ${where}. “interlinear doctor” looks at each mapping.`)
      : bad("Rights", `It lacks ${missing.join(", ")}: give its team a role that has them.`),
  ];
}

async function clockOf(url: string, now: () => Date): Promise<readonly Trial[]> {
  try {
    const answer = await fetchOf(url)(url, { method: "HEAD", signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    return clockTrial(answer.headers?.get("date"), now());
  } catch {
    // The token was taken a moment ago: that is what matters.
    return [];
  }
}
