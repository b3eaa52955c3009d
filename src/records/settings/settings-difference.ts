import { isObject } from "./merge-patch.ts";
import { managementOf } from "./management.ts";
import type { Settings } from "./settings.ts";

/** One field that a change gave another value; of a secret, what was done with it. */
export interface ChangedField {
  /** Dotted path. */
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What differs, field by field, without a secret. */
export function settingsDifference(before: Settings, after: Settings): readonly ChangedField[] {
  const [old, fresh] = [fieldsOf(managementOf(before)), fieldsOf(managementOf(after))];
  const shown = [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((field) => JSON.stringify(old.get(field)) !== JSON.stringify(fresh.get(field)))
    .map((field) => ({ field, from: old.get(field) ?? null, to: fresh.get(field) ?? null }));
  return [...shown, ...replacedSecrets(before, after)];
}

/** Entries by their dotted path; lists and what stands for a secret are one value. */
function fieldsOf(value: unknown, place = ""): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, member] of isObject(value) ? Object.entries(value) : []) {
    const path = place === "" ? name : `${place}.${name}`;
    if (isObject(member) && "set" in member) fields.set(path, member["set"] === true ? "set" : "not set");
    else if (isObject(member)) for (const [inner, leaf] of fieldsOf(member, path)) fields.set(inner, leaf);
    else fields.set(path, member);
  }
  return fields;
}

/** A secret that took another one's place shows nowhere else. */
function replacedSecrets(before: Settings, after: Settings): readonly ChangedField[] {
  const [old, fresh] = [secretsOf(before), secretsOf(after)];
  return [...fresh]
    .filter(([field, secret]) => secret !== "" && (old.get(field) ?? "") !== "" && old.get(field) !== secret)
    .map(([field]) => ({ field, from: "set", to: "replaced" }));
}

/** Dotted path → secret, "" where there is none. */
export function secretsOf({ services, forges, mail, notifications }: Settings): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(services).flatMap(([name, service]): [string, string][] => [
      [`services.${name}.token`, service.token],
      [`services.${name}.webhook_secret`, service.webhookSecret],
    ]),
    ...Object.entries(forges).flatMap(([name, forge]): [string, string][] => [
      forge.kind === "github"
        ? [`forges.${name}.private_key`, forge.privateKey]
        : [`forges.${name}.token`, forge.token],
      [`forges.${name}.webhook_secret`, forge.webhookSecret],
    ]),
    ["mail.password", mail.password],
    ...Object.entries(notifications).flatMap(([name, channel]): [string, string][] =>
      channel.kind === "webhook" || channel.kind === "slack"
        ? [
            [`notifications.${name}.url`, channel.url],
            ...(channel.kind === "webhook"
              ? [[`notifications.${name}.secret`, channel.secret] satisfies [string, string]]
              : []),
          ]
        : [],
    ),
  ]);
}
