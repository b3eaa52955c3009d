import { CONTEXT_SEPARATOR } from "../catalog/unit.ts";
import type { FileOutcome } from "../sync/plan.ts";
import { unitAddress } from "../sync/unit-address.ts";

/** The page of a string on the service. Gettext alone has strings that are named by their source. */
export function stringPage({ path, translateUrl }: Pick<FileOutcome, "path" | "translateUrl">, key: string): string {
  const border = key.indexOf(CONTEXT_SEPARATOR);
  if (border !== -1) {
    return unitAddress(translateUrl, { key, context: key.slice(0, border), source: [key.slice(border + 1)] });
  }
  return unitAddress(translateUrl, { key, context: /\.pot?$/.test(path) ? "" : key, source: [key] });
}
