import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import type { ActionEvent, EventPayload } from "./event.ts";

/** What a runner tells an action through its environment. */
export interface RunnerEnvironment {
  readonly event: ActionEvent;
  readonly workspace: string;
  readonly temporary: string;
  /** `owner/name` */
  readonly repository: string;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly runUrl: string;
  /** Branch that the event is about; undefined for tags and pull requests. */
  readonly branch: string | undefined;
}

export function readRunnerEnvironment(environment: NodeJS.ProcessEnv): RunnerEnvironment {
  const read = (name: string, otherwise: string): string => environment[name] || otherwise;
  const repository = read("GITHUB_REPOSITORY", "");
  const serverUrl = read("GITHUB_SERVER_URL", "https://github.com");
  const ref = read("GITHUB_REF", "");
  return {
    event: {
      name: read("GITHUB_EVENT_NAME", ""),
      ref,
      repository,
      payload: readPayload(environment.GITHUB_EVENT_PATH),
    },
    workspace: read("GITHUB_WORKSPACE", process.cwd()),
    temporary: read("RUNNER_TEMP", tmpdir()),
    repository,
    serverUrl,
    apiUrl: read("GITHUB_API_URL", "https://api.github.com"),
    runUrl: `${serverUrl}/${repository}/actions/runs/${read("GITHUB_RUN_ID", "")}`,
    branch: ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined,
  };
}

/** Some events have no payload, and local runners no file. */
function readPayload(path: string | undefined): EventPayload {
  if (path === undefined || path === "") return {};
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
