import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { readPayload, type EventPayload, type ForgeEvent } from "../automation/event.ts";

/** What a runner tells an action through its environment. */
export interface RunnerEnvironment {
  readonly event: ForgeEvent;
  readonly workspace: string;
  readonly temporary: string;
  /** `owner/name` */
  readonly repository: string;
  /** Forgejo and Gitea give their actions the same variables, and some of their own. */
  readonly forge: "github" | "forgejo";
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly runUrl: string;
  /** Branch that the event is about; undefined for tags and pull requests. */
  readonly branch: string | undefined;
}

export function readRunnerEnvironment(environment: NodeJS.ProcessEnv): RunnerEnvironment {
  const read = (name: string, otherwise: string): string => environment[name] || otherwise;
  const repository = read("GITHUB_REPOSITORY", "");
  const serverUrl = read("GITHUB_SERVER_URL", "https://github.com").replace(/\/+$/, "");
  const ref = read("GITHUB_REF", "");
  const forge = forgeOf(environment);
  const payload = eventPayload(environment.GITHUB_EVENT_PATH);
  return {
    event: {
      name: read("GITHUB_EVENT_NAME", ""),
      ref,
      ...(/^[0-9a-f]{40}$/.test(read("GITHUB_SHA", "")) ? { commit: read("GITHUB_SHA", "") } : {}),
      repository,
      actor: read("GITHUB_ACTOR", payload.sender?.login ?? ""),
      payload,
    },
    workspace: read("GITHUB_WORKSPACE", process.cwd()),
    temporary: read("RUNNER_TEMP", tmpdir()),
    repository,
    forge,
    serverUrl,
    apiUrl: read("GITHUB_API_URL", forge === "forgejo" ? `${serverUrl}/api/v1` : "https://api.github.com"),
    runUrl: `${serverUrl}/${repository}/actions/runs/${read(runVariable(environment), "")}`,
    branch: ref.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined,
  };
}

/** Forgejo's runner says that it is Gitea's too. */
function forgeOf({ FORGEJO_ACTIONS, GITEA_ACTIONS, GITHUB_API_URL = "" }: NodeJS.ProcessEnv): "github" | "forgejo" {
  const isForgejo = FORGEJO_ACTIONS === "true" || GITEA_ACTIONS === "true" || /\/api\/v1\/?$/.test(GITHUB_API_URL);
  return isForgejo ? "forgejo" : "github";
}

/** What a run's page is named by: Forgejo counts the runs of a repository, the others those of the server. */
function runVariable({ FORGEJO_ACTIONS }: NodeJS.ProcessEnv): "GITHUB_RUN_ID" | "GITHUB_RUN_NUMBER" {
  return FORGEJO_ACTIONS === "true" ? "GITHUB_RUN_NUMBER" : "GITHUB_RUN_ID";
}

/** Some events have no payload, and local runners no file. */
function eventPayload(path: string | undefined): EventPayload {
  if (path === undefined || path === "") return readPayload(undefined);
  try {
    return readPayload(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return readPayload(undefined);
  }
}
