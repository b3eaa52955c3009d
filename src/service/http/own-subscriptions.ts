import { notifications } from "../../contract/resources/subscription.ts";
import { invalid } from "../../http-api/refusal.ts";
import { inTransaction } from "../../store/database.ts";
import { deliveries } from "../notifications/delivery.ts";
import { frequency, scope, summaries, titles } from "../notifications/kinds.ts";
import type { SubscriptionsReading } from "../pages/subscriptions-form.ts";
import type { Service } from "../service.ts";

const scopes = [scope.watched, scope.administered, scope.all] as const;

type Kind = (typeof notifications)[number];

function fieldOf(kind: Kind, of: number): string {
  return `told.${kind}.${String(of)}`;
}

/** What the person said of mail, as the form of their account shows it. */
export async function readSubscriptions(service: Service, user: number): Promise<SubscriptionsReading> {
  const { database } = service;
  const rows = await database
    .selectFrom("subscription")
    .leftJoin("component", "component.id", "subscription.component_id")
    .leftJoin("project", (join) =>
      join.on((on) => on("project.id", "=", on.fn.coalesce("component.project_id", "subscription.project_id"))),
    )
    .select(["subscription.id", "subscription.notification", "subscription.scope", "subscription.frequency"])
    .select(["project.slug", "component.path"])
    .where("subscription.user_id", "=", user)
    .orderBy("subscription.id")
    .execute();
  const { email } = await database.selectFrom("user").select("email").where("id", "=", user).executeTakeFirstOrThrow();
  // The same of every kind that may come at all.
  const come = (await deliveries(service, user))({ notification: "NewStringNotificaton", frequency: frequency.daily });
  const said = new Map(rows.map((row) => [`${row.notification} ${String(row.scope)}`, String(row.frequency)]));
  return {
    problem: come.delivered ? undefined : come.delivery,
    address: email,
    lines: notifications.map((kind) => ({
      title: titled(kind),
      isSummary: summaries.has(kind),
      choices: scopes.map((of) => ({ name: fieldOf(kind, of), frequency: said.get(`${kind} ${String(of)}`) ?? "" })),
    })),
    others: rows.flatMap(({ id, notification, slug, path, ...row }) => {
      const kind = notifications.find((each) => each === notification);
      if (kind === undefined || slug === null || row.scope < scope.project) return [];
      return [
        {
          name: ownField(id),
          frequency: String(row.frequency),
          title: titled(kind),
          place: path === null ? slug : `${slug}/${path}`,
          isSummary: summaries.has(kind),
        },
      ];
    }),
  };
}

function titled(kind: Kind): string {
  const [, several] = titles[kind];
  return several.slice(0, 1).toUpperCase() + several.slice(1);
}

/** Keeps what the form says; of what it does not name nothing changes. @throws 400 for a frequency that there is not */
export async function saveSubscriptions(service: Service, user: number, form: URLSearchParams): Promise<void> {
  await inTransaction(service.database, async (queries) => {
    const rows = await queries
      .selectFrom("subscription")
      .select(["id", "notification", "scope", "frequency"])
      .where("user_id", "=", user)
      .execute();
    const store = async (row: { readonly id: number; readonly frequency: number }, name: string): Promise<void> => {
      const wanted = frequencyIn(form, name);
      if (wanted === undefined || wanted === row.frequency) return;
      await (wanted === null
        ? queries.deleteFrom("subscription").where("id", "=", row.id).execute()
        : queries.updateTable("subscription").set({ frequency: wanted }).where("id", "=", row.id).execute());
    };
    for (const notification of notifications) {
      for (const of of scopes) {
        const name = fieldOf(notification, of);
        const row = rows.find((each) => each.notification === notification && each.scope === of);
        const wanted = frequencyIn(form, name);
        if (row !== undefined) await store(row, name);
        else if (typeof wanted === "number") {
          const added = { user_id: user, notification, scope: of, frequency: wanted };
          await queries.insertInto("subscription").values(added).execute();
        }
      }
    }
    for (const row of rows) if (row.scope >= scope.project) await store(row, ownField(row.id));
  });
}

function ownField(id: number): string {
  return `own.${String(id)}`;
}

const known: ReadonlySet<number> = new Set(Object.values(frequency));

/** Null: nothing is said any more; undefined: the form does not name it. */
function frequencyIn(form: URLSearchParams, name: string): number | null | undefined {
  const text = form.get(name);
  if (text === null) return undefined;
  if (text === "") return null;
  if (!/^\d$/.test(text) || !known.has(Number(text))) throw invalid(name, "There is no such choice.", "invalid_choice");
  return Number(text);
}
