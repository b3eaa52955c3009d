import type { Logger } from "../core/logger.ts";
import type { Redactor } from "../core/redaction.ts";
import type { ActionInputs } from "./inputs.ts";
import type { RunnerEnvironment } from "./runner-environment.ts";

/** The token that speaks to the forge in this run; "" where it has none. */
export function composeToken(
  inputs: ActionInputs,
  _runner: RunnerEnvironment,
  _stand: { readonly logger: Logger; readonly redactor: Redactor },
): Promise<string> {
  return Promise.resolve(inputs.githubToken);
}
