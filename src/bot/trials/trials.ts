import { isDeepStrictEqual } from "node:util";
import { Redactor } from "../../core/redaction.ts";
import type { Records } from "../../records/records.ts";
import { alertText } from "../../records/alerts/alert-text.ts";
import { noteTaken } from "../../records/alerts/silent-channels.ts";
import type { Alert } from "../../records/alerts/alerts.ts";
import { present } from "../../records/records.ts";
import { currentSettings } from "../../records/settings/current-settings.ts";
import { secretsOf } from "../../records/settings/settings-difference.ts";
import type { SettingsChange } from "../../records/settings/change-management.ts";
import type { ForgejoSettings, GitHubSettings, ServiceSettings, Settings } from "../../records/settings/settings.ts";
import { sendMessage } from "../alerts/channels.ts";
import { forgejoTrials, gitHubTrials } from "./forge-trial.ts";
import { pingTrial } from "./ping.ts";
import { serviceTrials } from "./service-trial.ts";
import { bad, good, type Trial } from "./trial.ts";

const MOST_REPOSITORIES = 3;

/** Tries what the settings name, and changes nothing by it. */
export class SettingsTrials {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Each token and key that a change brings, or brings to another server, before it is in force. */
  async credentials({ before, after }: SettingsChange): Promise<readonly PlacedTrial[]> {
    const { clock } = this.#records;
    const redactor = redactorOf(after);
    const services = Object.entries(after.services)
      .filter(([name, service]) => isShownAnew(own(before.services, name), service))
      .map(async ([name, service]) =>
        placed(`services.${name}`, "token", await serviceTrials(service, () => clock.now(), redactor)),
      );
    const forges = Object.entries(after.forges)
      .filter(([name, forge]) => isShownAnew(own(before.forges, name), forge))
      .map(async ([name, forge]) => {
        const trials = await this.#forgeTrials(after, name, forge, redactor);
        return placed(`forges.${name}`, forge.kind === "github" ? "private_key" : "token", trials);
      });
    return (await Promise.all([...services, ...forges])).flat();
  }

  /** @param name of the service in the settings */
  async service(name: string): Promise<readonly Trial[]> {
    const { settings, redactor } = await this.#surroundings();
    const service = own(settings.services, name);
    if (service === undefined) return [gone(name)];
    const now = (): Date => this.#records.clock.now();
    const { publicUrl } = settings;
    const [asked, pinged] = await Promise.all([
      serviceTrials(service, now, redactor),
      pingTrial({ publicUrl, kind: "service", name, secret: service.webhookSecret, now: now() }),
    ]);
    return [...asked, pinged];
  }

  async forge(name: string): Promise<readonly Trial[]> {
    const { settings, redactor } = await this.#surroundings();
    const forge = own(settings.forges, name);
    if (forge === undefined) return [gone(name)];
    const { publicUrl } = settings;
    const now = this.#records.clock.now();
    const [asked, pinged] = await Promise.all([
      this.#forgeTrials(settings, name, forge, redactor),
      pingTrial({ publicUrl, kind: forge.kind, name, secret: forge.webhookSecret, now }),
    ]);
    return [...asked, pinged];
  }

  async #forgeTrials(
    settings: Settings,
    name: string,
    forge: GitHubSettings | ForgejoSettings,
    redactor: Redactor,
  ): Promise<readonly Trial[]> {
    const { clock, logger } = this.#records;
    const repositories = await this.#repositoriesOf(name);
    const around = { hookUrl: hookUrlOf(settings, name), repositories, clock, logger, redactor };
    return forge.kind === "github" ? gitHubTrials({ forge, ...around }) : forgejoTrials({ forge, ...around });
  }

  async channel(name: string): Promise<readonly Trial[]> {
    const { settings } = await this.#surroundings();
    if (own(settings.notifications, name) === undefined) return [gone(name)];
    const alert = testAlert(present(this.#records));
    const text = await alertText(this.#records, alert, "open", settings.publicUrl);
    const { clock, logger } = this.#records;
    const message = { id: `test-${String(clock.now().getTime())}`, phase: "test", alert, text, reference: "" } as const;
    const sent = await sendMessage(name, message, { settings, clock, logger });
    if (sent.state === "sent") await noteTaken(this.#records, name);
    return [
      sent.state === "sent"
        ? good("Test message", "It was taken. See whether it arrived.")
        : bad("Test message", sent.reason),
    ];
  }

  async #surroundings(): Promise<{ readonly settings: Settings; readonly redactor: Redactor }> {
    const settings = await currentSettings(this.#records);
    return { settings, redactor: redactorOf(settings) };
  }

  async #repositoriesOf(forge: string): Promise<readonly string[]> {
    const rows = await this.#records.database
      .selectFrom("repository")
      .select("name")
      .where("forge", "=", forge)
      .where("state", "in", ["active", "unmapped"])
      .orderBy("last_run", "desc")
      .limit(MOST_REPOSITORIES)
      .execute();
    return rows.map((row) => row.name);
  }
}

/** Where in the settings a trial belongs. */
interface PlacedTrial extends Omit<Trial, "isRefused"> {
  readonly field: string;
  readonly isRefused: boolean;
}

function placed(entry: string, credential: string, trials: readonly Trial[]): readonly PlacedTrial[] {
  return trials.map(({ isRefused = false, ...trial }) => ({
    ...trial,
    field: isRefused ? `${entry}.${credential}` : entry,
    isRefused,
  }));
}

type Entry = ServiceSettings | GitHubSettings | ForgejoSettings;

/** Whether a credential is new, or is for another server than before. */
function isShownAnew(before: Entry | undefined, after: Entry): boolean {
  const [credential, ...others] = shownBy(after);
  return credential !== "" && (before === undefined || !isDeepStrictEqual(shownBy(before), [credential, ...others]));
}

/** What is shown to whom. */
function shownBy(entry: Entry): readonly string[] {
  if (!("kind" in entry)) return [entry.token, entry.url];
  return entry.kind === "github" ? [entry.privateKey, entry.appId, entry.apiUrl] : [entry.token, entry.serverUrl];
}

/** Where the webhooks of a forge are to go; "" where nobody said. */
function hookUrlOf({ publicUrl, forges }: Settings, name: string): string {
  return publicUrl === "" ? "" : `${publicUrl}/webhooks/${own(forges, name)?.kind ?? ""}/${name}`;
}

function redactorOf(settings: Settings): Redactor {
  const redactor = new Redactor();
  for (const secret of secretsOf(settings).values()) redactor.add(secret);
  return redactor;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function gone(name: string): Trial {
  return bad("Settings", `There is no “${name}” in the settings.`);
}

/** Looks as a real one does, so that whoever gets it sees how one looks. */
function testAlert(now: string): Alert {
  return {
    id: 0,
    cause: "test",
    kind: "failing",
    severity: "warning",
    title: "A test: nothing is wrong",
    evidence: {
      example: "Somebody tried this channel in the settings.",
      remedy: "Nothing. A real message says here what to do.",
      path: "/alerts",
      runs: 0,
      deliveries: 0,
      repositories: [],
    },
    since: now,
    seen: now,
    told: now,
    resolved: undefined,
  };
}
