import type { Kysely } from "kysely";
import type * as z from "zod";
import { defined } from "../../core/defined.ts";
import type { BotTables } from "../../store/bot-tables/tables.ts";
import { inTransaction } from "../../store/database.ts";
import { note } from "../logs/event-log.ts";
import type { Records } from "../records.ts";
import { currentSettings, readSettings, writeSettings, type KeptSettings } from "./current-settings.ts";
import { managementWritten } from "./management-resource.ts";
import { managementOf } from "./management.ts";
import { isObject, mergePatch } from "./merge-patch.ts";
import { settingsDifference, type ChangedField } from "./settings-difference.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import { settingsFrom, type SettingsProblem } from "./written-settings.ts";

export type ManagementChanged =
  | { readonly state: "changed"; readonly version: number; readonly settings: Settings }
  /** Nothing was changed: all that is wrong. */
  | { readonly state: "refused"; readonly problems: readonly SettingsProblem[] }
  /** Nothing was changed: somebody else changed them meanwhile. */
  | { readonly state: "outdated"; readonly version: number };

/** Settings as they are, and as a change would make them. */
export interface SettingsChange {
  readonly before: Settings;
  readonly after: Settings;
}

/** What a change would make of the settings; undefined where it would be refused. It changes nothing. */
export async function foreseenChange(
  records: Pick<Records, "database" | "seal">,
  change: unknown,
  how: "put" | "patch",
): Promise<SettingsChange | undefined> {
  const before = await currentSettings(records);
  const changed = changedSettings(before, change, how);
  return "settings" in changed ? { before, after: changed.settings } : undefined;
}

/**
 * Changes the settings for every process, or not at all.
 * @param change the whole resource, or a JSON merge patch of it
 * @param login who does it, for the log; undefined: the program itself
 * @param expected version that the change was made for
 */
export async function changeManagement(
  records: Pick<Records, "database" | "seal" | "clock">,
  change: unknown,
  how: "put" | "patch",
  login: number | undefined,
  expected?: number,
): Promise<ManagementChanged> {
  return inTransaction(records.database, async (queries): Promise<ManagementChanged> => {
    const kept = await readSettings(queries, records.seal);
    if (expected !== undefined && expected !== kept.version) return { state: "outdated", version: kept.version };
    const changed = changedSettings(kept.settings, change, how);
    if ("problems" in changed) return { state: "refused", problems: changed.problems };
    return keep({ ...records, database: queries }, kept, changed.settings, login);
  });
}

async function keep(
  { database, seal, clock }: Pick<Records, "seal" | "clock"> & { readonly database: Kysely<BotTables> },
  before: KeptSettings,
  settings: Settings,
  login: number | undefined,
): Promise<ManagementChanged> {
  const fields = settingsDifference(before.settings, settings);
  if (fields.length === 0) return { state: "changed", ...before };
  const version = await writeSettings(database, seal, settings);
  await note(
    { database, clock },
    {
      level: "notice",
      component: "settings",
      message: changeMessage(fields),
      ...defined({ login }),
      details: { version, fields },
    },
  );
  return { state: "changed", version, settings };
}

const MOST_FIELDS_NAMED = 5;

function changeMessage(fields: readonly ChangedField[]): string {
  const names = fields.slice(0, MOST_FIELDS_NAMED).map(({ field }) => field);
  const rest = fields.length - names.length;
  return `The settings were changed: ${names.join(", ")}${rest > 0 ? ` and ${String(rest)} more` : ""}.`;
}

/** The settings that a change makes of others, or all that is wrong with it. */
function changedSettings(
  earlier: Settings,
  change: unknown,
  how: "put" | "patch",
): { readonly settings: Settings } | { readonly problems: readonly SettingsProblem[] } {
  const whole = how === "put" ? change : completed(mergePatch(managementOf(earlier), change));
  const parsed = managementWritten.safeParse(whole);
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => problemOf(issue)) };
  const { settings, problems } = settingsFrom(parsed.data, earlier);
  return problems.length > 0 ? { problems } : { settings };
}

/** What a patch removed has its usual value again. */
function completed(patched: unknown): unknown {
  if (!isObject(patched)) return patched;
  const usual: Readonly<Record<string, unknown>> = managementOf(defaultSettings);
  const whole = { ...usual, ...patched };
  const section = (name: string, secrets: Readonly<Record<string, null>> = {}) =>
    isObject(usual[name]) && isObject(whole[name]) ? { ...usual[name], ...secrets, ...whole[name] } : whole[name];
  return {
    ...whole,
    mail: section("mail", { password: null }),
    schedules: section("schedules"),
    retention: section("retention"),
    limits: section("limits"),
    alerts: section("alerts"),
    notifications: eachEntry(whole["notifications"], (channel) => ({
      ...(channel["kind"] === "webhook" ? { secret: null } : {}),
      least: "warning",
      kinds: [],
    })),
    services: eachEntry(whole["services"], () => ({
      token: null,
      webhook_secret: null,
      repositories: [],
      token_expires: "",
    })),
    forges: eachEntry(whole["forges"], (forge) =>
      forge["kind"] === "github"
        ? { private_key: null, webhook_secret: null }
        : { token: null, webhook_secret: null, repositories: [], token_expires: "" },
    ),
  };
}

function eachEntry(
  record: unknown,
  usualOf: (entry: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): unknown {
  if (!isObject(record)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, entry]) => [name, isObject(entry) ? { ...usualOf(entry), ...entry } : entry]),
  );
}

function problemOf(issue: z.core.$ZodIssue): readonly SettingsProblem[] {
  const field = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: field === "" ? key : `${field}.${key}`,
      message: "There is no such setting.",
    }));
  }
  if (issue.code === "invalid_key") {
    return issue.issues.map(({ message }) => ({ field, message }));
  }
  return [{ field, message: issue.message }];
}
