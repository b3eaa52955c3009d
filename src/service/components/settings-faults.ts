import { expressionFault } from "../../catalog/checks/bounded-expression.ts";
import { isCheckId } from "../../catalog/checks/index.ts";
import { flagFault } from "../../catalog/known-flags.ts";
import { isLicense } from "../../catalog/licenses.ts";
import { isPlain } from "../../contract/fields.ts";
import { parameterFault } from "../../formats/format-parameters.ts";
import { formatFor } from "../../formats/registry.ts";
import { pathFault } from "../clone/repository-path.ts";
import { Refusal, type FieldError } from "../../http-api/refusal.ts";
import type { ComponentSettings } from "./component-settings.ts";
import { repowebFault } from "./repoweb.ts";

type Attribute = keyof ComponentSettings;
type Fault = readonly [field: Attribute, detail: string, code?: string];

/**
 * Everything that is wrong with a component's settings, whatever its repository holds; the words are the real service's.
 * @param before what they were: an address or expression that was taken then hinders nobody who changes something else
 * @throws 400 that names every field
 */
export function assertSettings(settings: ComponentSettings, before?: ComponentSettings): void {
  const faults = [
    ...fileFaults(settings),
    ...expressionFaults(settings, before),
    ...addressFaults(settings, before),
    ...reviewFaults(settings),
  ];
  if (faults.length === 0) return;
  const errors = faults.map(([field, detail, code = "invalid"]): FieldError => ({ field, detail, code }));
  throw new Refusal(400, errors);
}

/** Paths stay inside of the repository, and there is a base file exactly where the format needs one. */
function* fileFaults(settings: ComponentSettings): Generator<Fault> {
  const { file_format: id, filemask, screenshot_filemask: screenshots, template } = settings;
  const format = formatFor(id, template);
  const parameters = parameterFault(id, settings.file_format_params);
  if (parameters !== undefined) yield ["file_format_params", parameters];
  if (format === undefined) yield ["file_format", `"${id}" is not a valid choice.`, "invalid_choice"];
  for (const field of ["filemask", "screenshot_filemask"] as const) {
    const mask = field === "filemask" ? filemask : screenshots;
    if (mask === "" && field === "screenshot_filemask") continue;
    if (!mask.includes("*")) yield [field, "The file mask must contain “*” in place of the language code."];
  }
  for (const field of ["filemask", "template", "new_base", "intermediate", "screenshot_filemask"] as const) {
    const fault = settings[field] === "" ? undefined : pathFault(settings[field]);
    if (fault !== undefined) yield [field, `The path “${settings[field]}” ${fault}.`];
  }
  if (format?.kind === "monolingual" && template === "") {
    yield ["template", "You can not use a monolingual translation without a base file."];
  }
  if (format?.kind === "bilingual" && settings.new_base === "" && settings.new_lang === "add") {
    const fault =
      "You have set up the service to add new translation files, but did not provide a base file to do that.";
    yield ["new_base", fault];
    yield ["new_lang", fault];
  }
  if (format?.kind === "bilingual" && template !== "") {
    yield ["template", "You can not use a base file for bilingual translations."];
  }
}

function* expressionFaults(settings: ComponentSettings, before: ComponentSettings | undefined): Generator<Fault> {
  for (const field of ["language_regex", "variant_regex"] as const) {
    if (settings[field] === "" || settings[field] === before?.[field]) continue;
    const fault = expressionFault(settings[field]);
    if (fault !== undefined) yield [field, `Compilation failed: ${fault}`];
  }
  const flags = settings.check_flags === before?.check_flags ? undefined : flagFault(settings.check_flags);
  if (flags !== undefined) yield ["check_flags", flags];
  for (const check of settings.enforced_checks) {
    if (!isCheckId(check)) yield ["enforced_checks", `Unsupported enforced check: ${check}`];
  }
}

function* addressFaults(
  { repoweb, report_source_bugs: email, license }: ComponentSettings,
  before: ComponentSettings | undefined,
): Generator<Fault> {
  const fault = repoweb === "" || repoweb === before?.repoweb ? undefined : repowebFault(repoweb);
  if (fault !== undefined) yield ["repoweb", fault];
  if (email !== "" && !(isPlain(email) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))) {
    yield ["report_source_bugs", "Enter a valid e-mail address."];
  }
  if (license !== "" && !isLicense(license)) yield ["license", `"${license}" is not a valid choice.`, "invalid_choice"];
}

function* reviewFaults({
  suggestion_autoaccept: votes,
  suggestion_voting: voting,
}: ComponentSettings): Generator<Fault> {
  if (votes === 1) {
    yield [
      "suggestion_autoaccept",
      "A value of 1 is not allowed for automatic acceptance as it would permit users to vote on their own suggestions.",
    ];
  } else if (votes > 0 && !voting) {
    yield ["suggestion_autoaccept", "Accepting suggestions automatically only works with voting turned on."];
  }
}
