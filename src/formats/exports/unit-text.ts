import { unitStates } from "../../catalog/unit.ts";
import type { ExportUnit } from "./exporter.ts";

/** Whether somebody has to look at the translation again: every state from "needs editing" up to "translated". */
export function isFuzzy({ state }: ExportUnit): boolean {
  return state >= unitStates.needsEditing && state < unitStates.translated;
}

export function isPlural({ source, target }: ExportUnit): boolean {
  return source.length > 1 || target.length > 1;
}

/** The source that a translator of one plural form sees. */
export function sourceOfForm({ source }: ExportUnit, form: number): string {
  return source[Math.min(form, source.length - 1)] ?? "";
}

/** `note` and `explanation`, each where there is one. */
export function developerNotes({ note, explanation }: ExportUnit): readonly string[] {
  return [note, explanation].filter((text) => text !== "");
}

/** What the service's users wrote about a string. */
export function translatorNotes({ comments = [], suggestions = [] }: ExportUnit): readonly string[] {
  return [...comments, ...suggestions.map((target) => `Suggestion: ${target.join(" | ")}`)];
}

export function flagsOf({ flags, state }: ExportUnit): readonly string[] {
  const list = flags
    .split(",")
    .map((flag) => flag.trim())
    .filter((flag) => flag !== "");
  return state === unitStates.readOnly && !list.includes("read-only") ? [...list, "read-only"] : list;
}

/** `src/cart.c:12`, `src/order.c:7` */
export function locationsOf({ location }: ExportUnit): readonly string[] {
  return location.split(/,?\s+|,/).filter((place) => place !== "");
}

/** BCP 47: `pt_BR` is `pt-BR`, `ca@valencia` is `ca-valencia`. */
export function languageTag(code: string): string {
  return code.replace(/[_@]/g, "-");
}
