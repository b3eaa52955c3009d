import { sql } from "kysely";
import { contains } from "../../store/like.ts";
import { paged, type Page, type PageRequest } from "../page.ts";
import { present, type Records } from "../records.ts";

/** From the least to the gravest. */
export const eventLevels = ["debug", "info", "notice", "warning", "error"] as const;
export type EventLevel = (typeof eventLevels)[number];

/** Which part tells. */
export const eventComponents = [
  "alerts",
  "deliveries",
  "mail",
  "process",
  "repositories",
  "runs",
  "schedule",
  "settings",
  "templates",
  "users",
] as const;
export type EventComponent = (typeof eventComponents)[number];

export interface NewEvent {
  readonly level: EventLevel;
  readonly component: EventComponent;
  /** One line, without secrets. */
  readonly message: string;
  readonly repository?: number;
  readonly run?: number;
  /** Login of whoever caused it. */
  readonly login?: number;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface LoggedEvent {
  readonly id: number;
  readonly time: string;
  readonly level: EventLevel;
  readonly component: string;
  readonly message: string;
  /** `owner/name`; null where it is of none, or of one that is forgotten. */
  readonly repository: string | null;
  readonly run: number | null;
  readonly login: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface EventFilter {
  /** This level and graver ones. */
  readonly level?: EventLevel | undefined;
  readonly component?: string | undefined;
  /** `owner/name`, in whatever case. */
  readonly repository?: string | undefined;
  /** A part of the repository's name, in whatever case. */
  readonly repositoryPart?: string | undefined;
  /** The message is one of these. */
  readonly messages?: readonly string[] | undefined;
  readonly run?: number | undefined;
  readonly login?: number | undefined;
  /** A part of the message or of the details, in whatever case. */
  readonly text?: string | undefined;
  /** From this time on. */
  readonly since?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
}

/** Writes into the log that `/health/system` shows. */
export async function note(records: Pick<Records, "database" | "clock">, event: NewEvent): Promise<void> {
  const { level, component, message, repository = null, run = null, login = null, details = {} } = event;
  await records.database
    .insertInto("event")
    .values({
      time: present(records),
      level,
      component,
      message,
      repository_id: repository,
      run_id: run,
      login,
      details: JSON.stringify(details),
    })
    .execute();
}

/** What happened, the newest first. */
export async function listEvents(
  { database }: Pick<Records, "database">,
  filter: EventFilter,
  page: PageRequest,
): Promise<Page<LoggedEvent>> {
  const { level, component, repository, repositoryPart, messages, run, login, text, since, until } = filter;
  const rows = database
    .selectFrom("event")
    .leftJoin("repository", "repository.id", "event.repository_id")
    .select([
      "event.id",
      "event.time",
      "event.level",
      "event.component",
      "event.message",
      "event.run_id",
      "event.login",
      "event.details",
      "repository.name as repository",
    ])
    .$if(level !== undefined, (some) => some.where("event.level", "in", fromLevel(level ?? "debug")))
    .$if(component !== undefined, (some) => some.where("event.component", "=", component ?? ""))
    .$if(repository !== undefined, (some) =>
      some.where(sql`lower(${sql.ref("repository.name")})`, "=", (repository ?? "").toLowerCase()),
    )
    .$if(repositoryPart !== undefined, (some) => some.where(contains("repository.name", repositoryPart ?? "")))
    .$if(messages !== undefined, (some) => some.where("event.message", "in", messages ?? []))
    .$if(run !== undefined, (some) => some.where("event.run_id", "=", run ?? 0))
    .$if(login !== undefined, (some) => some.where("event.login", "=", login ?? 0))
    .$if(text !== undefined, (some) =>
      some.where((row) => row.or([contains("event.message", text ?? ""), contains("event.details", text ?? "")])),
    )
    .$if(since !== undefined, (some) => some.where("event.time", ">=", since ?? ""))
    .$if(until !== undefined, (some) => some.where("event.time", "<", until ?? ""))
    .orderBy("event.time", "desc")
    .orderBy("event.id", "desc");
  return paged(rows, page, ({ run_id: ofRun, level: written, details, ...event }) => ({
    ...event,
    level: levelOf(written),
    run: ofRun,
    details: objectOf(details),
  }));
}

function fromLevel(level: EventLevel): readonly EventLevel[] {
  return eventLevels.slice(eventLevels.indexOf(level));
}

/** A level that a later version wrote is shown as one that people look at. */
function levelOf(text: string): EventLevel {
  return eventLevels.find((level) => level === text) ?? "notice";
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null ? { ...value } : {};
}
