import { Redactor } from "../../core/redaction.ts";
import type { Remote } from "../../git/remote-branch.ts";
import type { Settings } from "../../records/settings/settings.ts";

/** Knows the secrets of the settings; those of one run ({@link credentialsOf}) are added to it. */
export function redactorOf({ services, forges }: Pick<Settings, "services" | "forges">): Redactor {
  const redactor = new Redactor();
  for (const { token, webhookSecret } of Object.values(services)) {
    redactor.add(token);
    redactor.add(webhookSecret);
  }
  for (const forge of Object.values(forges)) {
    redactor.add(forge.webhookSecret);
    redactor.add(forge.kind === "github" ? forge.privateKey : forge.token);
  }
  return redactor;
}

/** What git shows to the forge, and the token in it. */
export function credentialsOf({ environment }: Remote): readonly string[] {
  return Object.values(environment).flatMap((value) => {
    const [, credentials] = /^Authorization: Basic (\S+)$/.exec(value) ?? [];
    if (credentials === undefined) return [];
    const [, token] = Buffer.from(credentials, "base64").toString("utf8").split(":", 2);
    return [credentials, ...(token === undefined ? [] : [token])];
  });
}
