import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import type { FileOutcome } from "../../sync/plan.ts";
import { unitAddress } from "../../sync/translators/unit-address.ts";

/** Servers refuse longer addresses; a character may be nine in one. */
const LONGEST_KEY = 800;

/** The page of a string on the service, or of its language where the key is too long. Gettext alone has strings that are named by their source. */
export function stringPage({ path, translateUrl }: Pick<FileOutcome, "path" | "translateUrl">, key: string): string {
  if (key.length > LONGEST_KEY) return translateUrl;
  const border = key.indexOf(CONTEXT_SEPARATOR);
  if (border !== -1) {
    return unitAddress(translateUrl, { key, context: key.slice(0, border), source: [key.slice(border + 1)] });
  }
  return unitAddress(translateUrl, { key, context: /\.pot?$/.test(path) ? "" : key, source: [key] });
}
