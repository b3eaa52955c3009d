import { UserError } from "../core/errors.ts";
import { alignedRows } from "../report/words/text-width.ts";
import type { OptionValues } from "./options.ts";
import type { Screen } from "./screen.ts";

/** What an action did: for people, and as one JSON document. */
export interface Outcome {
  readonly lines: readonly string[];
  readonly document: unknown;
}

/** One of several things that a command does, named by its first word. */
export interface Action<Option extends string> {
  /** Its words: `NAME` has to be there, `[NAME]` may be missing. */
  readonly words: string;
  readonly summary: string;
  /** That mean something to it. */
  readonly options: readonly Option[];
}

/** A command's actions, told of in its own words. */
export interface Actions<Option extends string, Own extends Action<Option>> {
  /** `serve admin` */
  readonly command: string;
  readonly byName: Readonly<Record<string, Own>>;
  /** Of whichever action. */
  readonly options: Readonly<Record<Option, unknown>>;
}

/** For the command's help: a line each. */
export function actionLines(actions: Readonly<Record<string, Action<string>>>): readonly string[] {
  return alignedRows(
    Object.entries(actions).map(([name, { words, summary }]) => [`    ${name} ${words}`, summary]),
    [{ align: "left" }, { align: "left" }],
  );
}

/**
 * The action that the first word names, and the words after it.
 * @throws {UserError} `IL-C02` where there is none, or words or options do not fit it
 */
export function chosenAction<Option extends string, Own extends Action<Option>>(
  { command, byName, options: known }: Actions<Option, Own>,
  options: OptionValues,
): { readonly action: Own; readonly words: readonly string[] } {
  const [name = "", ...words] = options.words;
  const action = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (action === undefined) throw wrongUse(command, `there is no action "${name}" of ${command}`);
  const wanted = action.words.split(" ").filter((word) => word !== "");
  const least = wanted.filter((word) => !word.startsWith("[")).length;
  if (words.length < least || words.length > wanted.length) {
    const usage = `interlinear ${command} ${name} ${action.words}`.trim();
    const taken = wanted.length === 0 ? "no words" : action.words;
    throw wrongUse(command, `${command} ${name} takes ${taken}`, `Write \`${usage}\`.`);
  }
  for (const option of Object.keys(known)) {
    if (options.has(option) && !action.options.some((own) => own === option)) {
      throw wrongUse(command, `--${option} means nothing to ${command} ${name}`);
    }
  }
  return { action, words };
}

export function showOutcome(screen: Screen, { lines, document }: Outcome): void {
  if (screen.isJson) screen.printJson(document);
  else screen.print(lines);
}

export function wrongUse(command: string, message: string, hint = `See \`interlinear help ${command}\`.`): UserError {
  return new UserError(message, { code: "IL-C02", hint });
}
