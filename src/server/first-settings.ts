import { UserError } from "../core/errors.ts";
import { changeManagement } from "../records/settings/change-management.ts";
import { currentSettings } from "../records/settings/current-settings.ts";
import { managementOf, mapValues } from "../records/settings/management.ts";
import type { Records } from "../records/records.ts";
import {
  defaultSettings,
  type ForgejoSettings,
  type GitHubSettings,
  type Settings,
} from "../records/settings/settings.ts";

/**
 * Of settings that a start brings along, those that nobody made yet: what the administration says counts. Of services and
 * forges, entries with new names.
 */
export function missingSettings(first: Partial<Settings>, current: Settings): Partial<Settings> {
  const isEmpty = (name: keyof Settings): boolean =>
    JSON.stringify(current[name]) === JSON.stringify(defaultSettings[name]);
  const { services = {}, forges = {}, ...others } = first;
  const missing = Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
    (Object.keys(others) as (keyof typeof others)[]).filter(isEmpty).map((name) => [name, others[name]]),
  );
  const added = <Entry>(entries: Readonly<Record<string, Entry>>, known: object): Record<string, Entry> =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => !Object.hasOwn(known, name)));
  const [newServices, newForges] = [added(services, current.services), added(forges, current.forges)];
  return {
    ...missing,
    ...(Object.keys(newServices).length === 0 ? {} : { services: newServices }),
    ...(Object.keys(newForges).length === 0 ? {} : { forges: newForges }),
  };
}

/**
 * Writes settings as the administration would.
 * @throws {UserError} `IL-E07` with all that is wrong with them
 */
export async function applySettings(records: Records, settings: Partial<Settings>): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  const current = await currentSettings(records);
  const patch = patchOf({ ...current, ...settings }, Object.keys(settings));
  const changed = await changeManagement(records, patch, "patch", undefined);
  if (changed.state === "changed") return;
  const problems = changed.state === "refused" ? changed.problems : [];
  throw new UserError(
    `The settings of this start are refused: ${problems.map(({ field, message }) => `${field}: ${message}`).join(" ")}`,
    { code: "IL-E07", hint: "Correct the environment variables; `interlinear serve --help` says what they take." },
  );
}

/** The parts that are named, as the API takes them, secrets as texts. */
function patchOf(settings: Settings, names: readonly string[]): object {
  const shown = managementOf(settings);
  const written = {
    ...shown,
    services: mapValues(settings.services, (service, name) => ({
      ...shown.services[name],
      token: secretOf(service.token),
      webhook_secret: secretOf(service.webhookSecret),
    })),
    forges: mapValues(settings.forges, (forge, name) => ({ ...shown.forges[name], ...forgeSecrets(forge) })),
    mail: { ...shown.mail, password: secretOf(settings.mail.password) },
  };
  const wanted = new Set(names.map((name) => (name === "publicUrl" ? "public_url" : name)));
  return Object.fromEntries(Object.entries(written).filter(([name]) => wanted.has(name)));
}

function forgeSecrets(forge: GitHubSettings | ForgejoSettings): object {
  const webhookSecret = secretOf(forge.webhookSecret);
  return forge.kind === "github"
    ? { private_key: secretOf(forge.privateKey), webhook_secret: webhookSecret }
    : { token: secretOf(forge.token), webhook_secret: webhookSecret };
}

function secretOf(text: string): string | null {
  return text === "" ? null : text;
}
