import type { Settings } from "../../records/settings/settings.ts";
import { factsWithoutRecords, lookAtDisk, readAlertFacts } from "../../records/alerts/alert-facts.ts";
import { endMessage, takeDueMessage, type DueMessage } from "../../records/alerts/alert-messages.ts";
import { alertText, type AlertText } from "../../records/alerts/alert-text.ts";
import { isQuietTime, keepAlerts, wants, type Alert } from "../../records/alerts/alerts.ts";
import { databaseCause, openCauses, type DiskUse, type OpenCause } from "../../records/alerts/open-causes.ts";
import { note } from "../../records/logs/event-log.ts";
import { defined } from "../../core/defined.ts";
import { present, type Records } from "../../records/records.ts";
import { redactorOf } from "../tokens/redactor.ts";
import { sendMessage } from "./channels.ts";
import type { Message, Sent } from "./message.ts";

const LOOK_MILLISECONDS = 30_000;
/** The next look goes on where there are more. */
const MOST_MESSAGES = 50;

export interface WatcherOptions {
  readonly records: Records;
  readonly settings: () => Promise<Settings>;
  /** Folder whose disk matters. */
  readonly data: string;
  /** Default: a look at the folder's disk. */
  readonly diskOf?: (folder: string) => Promise<DiskUse>;
  readonly send?: (channel: string, message: Message, settings: Settings) => Promise<Sent>;
  /** The bot is about to end: other messages wait for the next start. */
  readonly closing?: AbortSignal;
}

/** Looks every half minute what is wrong, and tells who is to be told; every process of the bot has one. */
export class Watcher {
  readonly #options: WatcherOptions;
  #timer: Disposable | undefined;
  #looking: Promise<void> | undefined;
  /** As they were read last: where the database cannot be read, somebody has to hear of it. */
  #settings: Settings | undefined;
  /** Told while nothing could be written, by cause. */
  readonly #unwritten = new Map<string, OpenCause>();
  /** What was wrong when it could be written down last: whoever is to know of that knows it. */
  #written: ReadonlySet<string> = new Set();

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = this.#options.records.clock.every(LOOK_MILLISECONDS, () => this.look());
  }

  /** Looks once, unless a look is under way. It never throws: the next one tries again. */
  async look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async stop(): Promise<void> {
    this.#timer?.[Symbol.dispose]();
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { records, data, diskOf = lookAtDisk } = this.#options;
    const disk = await diskOf(data).catch(() => undefined);
    try {
      const settings = await this.#options.settings();
      this.#settings = settings;
      const causes = openCauses(await readAlertFacts(records, settings, disk), settings.alerts);
      try {
        // What was told and is over meanwhile is written down as well: then somebody hears that it is over.
        const told = [...this.#unwritten.values()].filter(({ key }) => !causes.some((cause) => cause.key === key));
        await keepAlerts(records, [...causes, ...told], settings, new Set(this.#unwritten.keys()));
        this.#unwritten.clear();
        this.#written = new Set(causes.map(({ key }) => key));
      } catch (error) {
        records.logger.error(`What is wrong could not be written down: ${messageOf(error)}`);
        const unwritable = databaseCause(error, "write", records.clock.now(), disk);
        const others = causes.filter(({ key }) => key !== unwritable.key);
        await this.#tellAtOnce([...others, unwritable], settings);
        return;
      }
      await this.#sendDue(settings);
    } catch (error) {
      records.logger.error(`What is wrong could not be looked for: ${messageOf(error)}`);
      if (this.#settings === undefined) return;
      const facts = factsWithoutRecords(this.#settings, disk, records.clock.now());
      const causes = [
        ...openCauses(facts, this.#settings.alerts),
        databaseCause(error, "read", records.clock.now(), disk),
      ];
      await this.#tellAtOnce(causes, this.#settings);
    }
  }

  /** Nothing can be written: whoever is to know is told once, and the records learn of it later. */
  async #tellAtOnce(causes: readonly OpenCause[], settings: Settings): Promise<void> {
    const { clock } = this.#options.records;
    if (isQuietTime(settings.alerts.quietHours, clock.now())) return;
    for (const cause of causes.filter(({ key }) => !this.#unwritten.has(key) && !this.#written.has(key))) {
      this.#unwritten.set(cause.key, cause);
      const alert = alertOfCause(cause, present(this.#options.records));
      const text = plainText(alert, settings.publicUrl);
      const message = { id: `${cause.key} ${cause.since}`, phase: "open", alert, text, reference: "" } as const;
      const channels = Object.entries(settings.notifications).filter(([, channel]) => wants(channel, alert));
      const sent = await Promise.all(channels.map(([name]) => this.#send(name, message, settings)));
      if (sent.length > 0 && sent.every(({ state }) => state === "failed")) this.#unwritten.delete(cause.key);
    }
  }

  async #sendDue(settings: Settings): Promise<void> {
    const { records } = this.#options;
    for (let sent = 0; sent < MOST_MESSAGES && this.#options.closing?.aborted !== true; sent += 1) {
      const due = await takeDueMessage(records);
      if (due === undefined) return;
      const text = await alertText(records, due.alert, due.phase, settings.publicUrl);
      const { alert, phase, reference, channel } = due;
      const message = { id: `alert-${String(due.id)}`, phase, alert, text: this.#clean(text, settings), reference };
      await this.#end(due, await this.#send(channel, message, settings));
    }
  }

  async #end(due: DueMessage, end: Sent): Promise<void> {
    const { records } = this.#options;
    const isGivenUp = await endMessage(records, due, end);
    if (end.state === "sent" || (due.attempts > 0 && !isGivenUp)) return;
    await note(records, {
      level: "warning",
      component: "alerts",
      message: `A notification ${isGivenUp ? "was given up" : "could not be sent and is tried again"}: ${due.channel}: ${end.reason}`,
      details: { channel: due.channel, alert: due.alert.id },
    });
  }

  #clean(text: AlertText, settings: Settings): AlertText {
    const redactor = redactorOf(settings);
    return { ...text, subject: redactor.redact(text.subject), text: redactor.redact(text.text) };
  }

  #send(channel: string, message: Message, settings: Settings): Promise<Sent> {
    const { send, records, closing } = this.#options;
    if (send !== undefined) return send(channel, message, settings);
    const { clock, logger } = records;
    return sendMessage(channel, message, { settings, clock, logger, ...defined({ closing }) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function alertOfCause({ key, ...cause }: OpenCause, seen: string): Alert {
  return { id: 0, cause: key, ...cause, seen, told: undefined, resolved: undefined };
}

/** Templates cannot be read either, perhaps. */
function plainText({ title, evidence }: Alert, publicUrl: string): AlertText {
  const link = publicUrl === "" ? "" : `${publicUrl}/admin${evidence.path}`;
  return { subject: title, text: `${evidence.example}\n\nWhat to do: ${evidence.remedy}\n\n${link}\n`, link };
}
