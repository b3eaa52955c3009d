import { createHash, createHmac } from "node:crypto";
import { RemoteError } from "../../core/errors.ts";
import { OutwardRefusal } from "../../network/outward.ts";
import type { Queries } from "../../store/database.ts";
import { prepared } from "../../store/prepared.ts";
import { actionNames } from "../changes/actions.ts";
import type { JobHandlers } from "../../queue/job-queue.ts";
import { page } from "../representation/address.ts";
import type { Service, ChangeListeners } from "../service.ts";
import { texts } from "../units/unit-row.ts";
import { WEBHOOK, webhookConfiguration } from "./provided/webhook.ts";

const DELIVER = "webhook.deliver";
const TIMEOUT_MILLISECONDS = 15_000;

const hooksOf = prepared((queries, { name }: { readonly name: string }) =>
  queries.selectFrom("addon").selectAll().where("name", "=", name),
);

/** Webhooks that want to be told of changes; each message is a job of its own, tried again until it is taken. */
export async function webhookListeners(service: Service, queries: Queries): Promise<ChangeListeners | undefined> {
  const rows = await hooksOf.rows(queries, { name: WEBHOOK });
  const hooks = rows.flatMap((row) => {
    const configuration = webhookConfiguration.safeParse(JSON.parse(row.configuration));
    return configuration.success ? [{ ...row, events: new Set(configuration.data.events) }] : [];
  });
  if (hooks.length === 0) return undefined;
  const wanting = (change: Parameters<ChangeListeners["wants"]>[0]): readonly number[] =>
    hooks
      .filter(({ events }) => events.has(change.action))
      .filter((hook) =>
        hook.component_id === null ? hook.project_id === change.project_id : hook.component_id === change.component_id,
      )
      .map(({ id }) => id);
  return {
    wants: (change) => wanting(change).length > 0,
    tell: async (changes) => {
      for (const change of changes) {
        for (const addon of wanting(change)) {
          await service.jobs.enqueue(DELIVER, { addon, change: change.id }, { queries });
        }
      }
    },
  };
}

export function webhookJobs(service: Service): JobHandlers {
  return {
    [DELIVER]: async ({ addon, change }) => {
      await deliver(service, Number(addon), Number(change));
    },
  };
}

/** @throws where it was not taken: the job is tried again */
async function deliver(service: Service, addon: number, change: number): Promise<void> {
  const { database, outward, clock } = service;
  const hook = await database.selectFrom("addon").selectAll().where("id", "=", addon).executeTakeFirst();
  const message = hook === undefined ? undefined : await messageOf(service, change);
  // Removed meanwhile.
  if (hook === undefined || message === undefined) return;
  const { webhook_url: url, secret } = webhookConfiguration.parse(JSON.parse(hook.configuration));
  const body = JSON.stringify(message);
  const id = createHash("sha256")
    .update(`${String(addon)} ${String(change)} ${message.timestamp}`)
    .digest("hex")
    .slice(0, 32);
  const seconds = String(Math.floor(clock.now().getTime() / 1000));
  try {
    const { status } = await outward.send(url, {
      body,
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": sign(secret, `${id}.${seconds}.${body}`),
      },
      milliseconds: TIMEOUT_MILLISECONDS,
      mostBytes: 0,
    });
    if (status >= 200 && status < 300) return;
    throw new RemoteError(`Webhook ${String(addon)} answered ${String(status)}.`, { code: "IL-S02" });
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    if (error instanceof OutwardRefusal) {
      service.logger.warning(`Webhook ${String(addon)} is not called: ${error.message}`);
      return;
    }
    // Addresses hold secrets as often as not: the message does not name it.
    throw new RemoteError(`Webhook ${String(addon)} could not be reached.`, { code: "IL-S02", cause: error });
  }
}

/** As Standard Webhooks have it. */
function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

interface WebhookMessage {
  readonly change_id: number;
  readonly action: string;
  readonly timestamp: string;
  readonly [member: string]: unknown;
}

/** What is told of a change: what is not known is left out (facts §3, "Outbound"). */
async function messageOf({ database, settings }: Service, id: number): Promise<WebhookMessage | undefined> {
  const row = await database
    .selectFrom("change")
    .leftJoin("unit", "unit.id", "change.unit_id")
    .leftJoin("translation", "translation.id", "change.translation_id")
    .leftJoin("language", "language.id", "translation.language_id")
    .leftJoin("component", "component.id", "change.component_id")
    .leftJoin("category", "category.id", "component.category_id")
    .leftJoin("project", "project.id", "change.project_id")
    .leftJoin("user", "user.id", "change.user_id")
    .leftJoin("user as author", "author.id", "change.author_id")
    .select(["change.id", "change.action", "change.timestamp", "change.target", "change.old"])
    .select(["unit.source", "unit.target as unit_target", "unit.context", "language.code", "category.path as category"])
    .select(["component.slug as component", "component.path", "project.slug as project"])
    .select(["user.username as user", "author.username as author"])
    .where("change.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { project, path, code } = row;
  const known: Readonly<Record<string, unknown>> = {
    target: row.target === "" ? undefined : formsOf(row.target, row.unit_target),
    old: row.old === "" ? undefined : [row.old],
    source: row.source === null ? undefined : texts(row.source),
    context: row.context === null || row.context === "" ? undefined : [row.context],
    url: project === null ? undefined : addressOf(settings.siteUrl, project, path, code),
    author: row.author,
    user: row.user,
    project,
    component: row.component,
    translation: code,
    // The innermost first.
    category: row.category?.split("/").toReversed(),
  };
  const { id: change, action, timestamp } = row;
  return {
    change_id: change,
    action: actionNames[action] ?? "",
    timestamp,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined && value !== null)),
  };
}

/** The log has plural forms joined: they are parted as the string still has them. */
function formsOf(target: string, unitTarget: string | null): readonly string[] {
  const forms = unitTarget === null ? [] : texts(unitTarget);
  return forms.join("\n") === target ? forms : [target];
}

function addressOf(siteUrl: string, project: string, path: string | null, language: string | null): string {
  if (path === null) return page.project(siteUrl, project);
  return language === null
    ? page.component(siteUrl, project, path)
    : page.translation(siteUrl, project, path, language);
}
