import { setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { adminApp } from "../admin/app.ts";
import type { Records } from "../records/records.ts";

/** The largest template is a fraction of it. Webhooks have a limit of their own. */
const ADMINISTRATION_BYTES = 2_097_152;
const HEALTH_MILLISECONDS = 5_000;

type Answer = (request: Request, surroundings: object) => Response | Promise<Response>;

export interface BotAppParts {
  readonly records: Pick<Records, "database" | "jobs">;
  readonly webhooks: Hono;
  readonly administration: ReturnType<typeof adminApp>;
  /** Whoever answers everything else. */
  readonly others?: Answer | undefined;
}

/** All that one listener of the bot answers. */
export function botApp({ records, webhooks, administration, others }: BotAppParts): Hono {
  const app = new Hono();
  app.get("/healthz", async (context) => {
    const isWell = await isAnswering(records);
    context.header("cache-control", "no-store");
    return context.json({ status: isWell ? "ok" : "unavailable" }, isWell ? 200 : 503);
  });
  app.route("/webhooks", webhooks);
  app.use("/admin/*", bodyLimit({ maxSize: ADMINISTRATION_BYTES }));
  app.route("/admin", administration);
  if (others === undefined) app.get("/", (context) => context.redirect("/admin"));
  else app.notFound((context) => others(context.req.raw, context.env ?? {}));
  return app;
}

/** Whether database and queue answer, in time for whoever asks. */
async function isAnswering({ database, jobs }: BotAppParts["records"]): Promise<boolean> {
  const looks = Promise.all([database.selectFrom("setting").select("name").limit(1).execute(), jobs.lengths()]);
  const late = new AbortController();
  try {
    return await Promise.race([
      looks.then(
        () => true,
        () => false,
      ),
      setTimeout(HEALTH_MILLISECONDS, false, { signal: late.signal, ref: false }),
    ]);
  } finally {
    late.abort();
  }
}
