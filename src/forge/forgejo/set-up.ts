import * as z from "zod";
import { systemClock } from "../../core/clock.ts";
import { connect, type ForgejoRepository } from "./connection.ts";
import { ask, read } from "./discussion/asking.ts";
import type { ForgejoForgeOptions } from "./forgejo-forge.ts";
import { LABEL_COLOUR } from "./labels.ts";
import type { SettingsSeen, SetUp } from "../set-up.ts";
import { refused } from "./refusal.ts";

type Options = Pick<ForgejoForgeOptions, "token" | "repository" | "serverUrl" | "apiUrl" | "logger">;

/** What a repository has of what the action or the bot needs there. */
export interface ForgejoSettingsSeen extends SettingsSeen {
  /** Addresses that webhooks go to. */
  readonly hooks: readonly string[];
  /** Whether workflows run in the repository at all. */
  readonly hasActions: boolean;
}

export interface ForgejoSetUp extends SetUp<ForgejoSettingsSeen> {
  switchOnActions(): Promise<void>;
  addHook(hook: { readonly url: string; readonly secret: string }): Promise<void>;
}

/** What the bot listens to, see docs/bot.md. */
const EVENTS = ["push", "delete", "issue_comment", "pull_request", "pull_request_sync", "pull_request_label"];
const PAGE = { limit: "50" };

const secretAnswers = z.array(z.object({ name: z.string() }));
const hookAnswers = z.array(z.object({ config: z.record(z.string(), z.string()) }));
const labelAnswers = z.array(z.object({ name: z.string() }));

export function forgejoSetUp(options: Options): ForgejoSetUp {
  const apiUrl = options.apiUrl ?? `${options.serverUrl.replace(/\/+$/, "")}/api/v1`;
  const forgejo = connect({ ...options, apiUrl, clock: systemClock, second: 1_000 });
  return {
    observe: async () => ({
      secrets: (await list(forgejo, "secrets of workflows", "/actions/secrets", secretAnswers)).map(({ name }) =>
        name.toUpperCase(),
      ),
      hooks: (await list(forgejo, "webhooks", "/hooks", hookAnswers)).map(({ config }) => config["url"] ?? ""),
      labels: (await list(forgejo, "labels", "/labels", labelAnswers)).map(({ name }) => name),
      hasActions: await hasActions(forgejo),
    }),
    switchOnActions: async () => {
      const attempt = { action: "switch on Actions", scope: "write:repository" };
      await ask(forgejo, attempt, { method: "PATCH", path: "", body: { has_actions: true }, repeatable: true });
    },
    keepSecret: async (name, value) => {
      const attempt = { action: `keep the secret ${name}`, scope: "write:repository" };
      const path = `/actions/secrets/${encodeURIComponent(name)}`;
      await ask(forgejo, attempt, { method: "PUT", path, body: { data: value }, repeatable: true });
    },
    addHook: async ({ url, secret }) => {
      const attempt = { action: "make a webhook", scope: "write:repository" };
      const config = { url, content_type: "json", secret };
      const body = { type: "gitea", active: true, events: EVENTS, config };
      await ask(forgejo, attempt, { method: "POST", path: "/hooks", body, repeatable: false });
    },
    addLabel: async (name) => {
      const attempt = { action: `make the label ${name}`, scope: "write:issue" };
      const body = { name, color: LABEL_COLOUR };
      await ask(forgejo, attempt, { method: "POST", path: "/labels", body, repeatable: false });
    },
  };
}

/** A server that has no Actions says nothing of them. */
async function hasActions(forgejo: ForgejoRepository): Promise<boolean> {
  const attempt = { action: "show the repository", scope: "read:repository" };
  const answer = await forgejo.request({ method: "GET", path: "", repeatable: true });
  if (answer.status !== 200) throw refused(attempt, answer);
  return read(attempt, answer, z.looseObject({ has_actions: z.boolean().default(true) })).has_actions;
}

async function list<Item>(
  forgejo: ForgejoRepository,
  what: string,
  path: string,
  schema: z.ZodType<readonly Item[]>,
): Promise<readonly Item[]> {
  const scope = path === "/labels" ? "read:issue" : "read:repository";
  const attempt = { action: `list the ${what}`, scope };
  const found: Item[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...PAGE, page: String(page) };
    const answer = await forgejo.request({ method: "GET", path, query, repeatable: true });
    if (answer.status !== 200) throw refused(attempt, answer);
    // An empty list is `null` of some servers.
    const items = answer.body === null ? [] : read(attempt, answer, schema);
    found.push(...items);
    if (!answer.hasMore || items.length === 0) return found;
  }
}
