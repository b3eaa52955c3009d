import { CONTEXT_SEPARATOR } from "../../catalog/unit.ts";
import type { DownloadStep, Finding } from "../plan.ts";
import type { HeldPlurals } from "../reconcile/plural-rule.ts";
import { translationRefusals } from "../refusals.ts";

/** More of one file are counted. */
const MOST_NAMED = 3;

/** Of more forms on the service translators hear there; of fewer, somebody has to decide. */
export function pluralsFinding(
  { component, language, path }: DownloadStep,
  { repository, service, keys, lacking }: HeldPlurals,
): Finding {
  const about = { component, language, path };
  const held = `${keys.length === 1 ? "a plural" : `${String(keys.length)} plurals`} (${named(keys)})`;
  const forms = `service: ${counted(service)}, git: ${counted(repository)}`;
  const others = named(lacking);
  if (service < repository) {
    return { kind: "refused", ...about, ...translationRefusals.pluralsBeyond(held, forms, others) };
  }
  const lack = others === "" ? "is missing" : `${others} ${lacking.length === 1 ? "lacks" : "lack"}`;
  return { kind: "skipped", ...about, ...translationRefusals.pluralsLack(held, forms, lack) };
}

function named(keys: readonly string[]): string {
  const shown = keys.slice(0, MOST_NAMED).map((key) => JSON.stringify(key.replaceAll(CONTEXT_SEPARATOR, ": ")));
  const more = keys.length > MOST_NAMED ? [`${String(keys.length - MOST_NAMED)} more`] : [];
  return [...shown, ...more].join(", ");
}

function counted(forms: number): string {
  return forms === 1 ? "1 form" : `${String(forms)} forms`;
}
