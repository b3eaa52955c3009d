import { present, type Records } from "./records.ts";

export type EventLevel = "debug" | "info" | "notice" | "warning" | "error";
/** Which part tells. */
export type EventComponent =
  | "deliveries"
  | "mail"
  | "process"
  | "repositories"
  | "runs"
  | "schedule"
  | "settings"
  | "templates"
  | "users";

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
