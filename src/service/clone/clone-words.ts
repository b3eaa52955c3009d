import { withoutCredentials } from "../../git/run.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import type { Service } from "../service.ts";
import { GitRefusal, type ComponentClone } from "./clone.ts";

/** The component a clone belongs to. */
export function ownerOf(target: ComponentClone): ComponentRecord {
  const [owner] = target.components;
  if (owner === undefined) throw new Error(`Clone ${String(target.record.id)} belongs to no component.`);
  return owner;
}

/** Git's words without this machine's folders and without credentials in addresses. @throws what is not git's refusal */
export function refusalWords(service: Service, target: ComponentClone, error: unknown): string {
  if (!(error instanceof GitRefusal)) throw error;
  return presentableWords(service, target, error.message);
}

export function presentableWords(service: Service, target: ComponentClone, words: string): string {
  return withoutCredentials(words).replaceAll(target.clone.folder, "").replaceAll(service.dataFolder, "");
}
