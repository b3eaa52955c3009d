import { setTimeout } from "node:timers/promises";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { keepValue } from "../records/kept-values.ts";
import type { adminApp } from "../admin/app.ts";
import { present, type Records } from "../records/records.ts";

/** The largest template is a fraction of it. Webhooks have a limit of their own. */
const ADMINISTRATION_BYTES = 2_097_152;
/** So long whoever asks waits for a database that was well before, and for one that was not. */
const PATIENCE_MILLISECONDS = { well: 2_000, unwell: 250 };

type Answer = (request: Request, surroundings: object) => Response | Promise<Response>;

export interface BotAppParts {
  readonly records: Pick<Records, "database" | "jobs" | "clock">;
  readonly webhooks: Hono;
  readonly administration: ReturnType<typeof adminApp>;
  /** Answers `GET /metrics`. */
  readonly metrics: (request: Request) => Promise<Response>;
  /** Whoever answers everything else. */
  readonly others?: Answer | undefined;
}

/** All that one listener of the bot answers. */
export function botApp({ records, webhooks, administration, metrics, others }: BotAppParts): Hono {
  const app = new Hono();
  const health = new Health(records);
  app.get("/healthz", async (context) => {
    const fault = await health.fault();
    context.header("cache-control", "no-store");
    return fault === undefined
      ? context.json({ status: "ok" })
      : context.json({ status: "unavailable", reason: fault }, 503);
  });
  app.get("/metrics", (context) => metrics(context.req.raw));
  app.route("/webhooks", webhooks);
  app.use("/admin/*", bodyLimit({ maxSize: ADMINISTRATION_BYTES, onError: tooLarge }));
  app.route("/admin", administration);
  if (others === undefined) app.get("/", (context) => context.redirect("/admin"));
  else app.notFound((context) => others(context.req.raw, context.env ?? {}));
  return app;
}

/** As the administration's API refuses. */
function tooLarge(context: Context): Response {
  const detail = `The body is larger than ${String(ADMINISTRATION_BYTES)} bytes.`;
  return context.json({ errors: [{ code: "too_large", detail, field: null }] }, 413);
}

/** How long what was found out counts: whoever asks often has nothing written often. */
const LOOK_MILLISECONDS = 5_000;
/** Row of the table `setting`. */
const LAST_LOOK = "last look at the health";
/** SQLite's and PostgreSQL's words for a full disk. */
const FULL = /disk is full|no space left|could not extend/i;

/** Whether database and queue answer and can be written to, in time for whoever asks. */
class Health {
  readonly #records: BotAppParts["records"];
  #look: { readonly fault: Promise<string | undefined>; readonly until: number } | undefined;
  #wasWell = true;

  constructor(records: BotAppParts["records"]) {
    this.#records = records;
  }

  /** What is wrong, in words that anybody may read; undefined: nothing. */
  async fault(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#look === undefined || this.#look.until <= now) {
      this.#look = { fault: this.#lookNow(), until: now + LOOK_MILLISECONDS };
    }
    return this.#look.fault;
  }

  async #lookNow(): Promise<string | undefined> {
    const { database, jobs } = this.#records;
    // Who reads well may write nothing: on a full disk, or while another program has the database to itself.
    const looks = Promise.all([keepValue(database, LAST_LOOK, present(this.#records)), jobs.lengths()]);
    const late = new AbortController();
    const patience = PATIENCE_MILLISECONDS[this.#wasWell ? "well" : "unwell"];
    try {
      const fault = await Promise.race([
        looks.then(() => undefined, faultOf),
        setTimeout(patience, "The database does not answer in time.", { signal: late.signal, ref: false }),
      ]);
      this.#wasWell = fault === undefined;
      return fault;
    } finally {
      late.abort();
    }
  }
}

function faultOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const words = `${message} ${cause instanceof Error ? cause.message : ""}`;
  return FULL.test(words) ? "The disk is full: nothing can be kept." : "The database cannot be written to.";
}
