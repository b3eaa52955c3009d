import { displayKey } from "../../report/words/display-key.ts";
import { number } from "../../report/words/words.ts";
import type { FileFinding } from "./check-file.ts";

/** The runner shows ten annotations of a kind per step; the last of ours says how many more there are. */
const MAX_ANNOTATIONS = 9;

export interface Annotation {
  readonly level: "error" | "warning";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function annotationOf(file: string, { severity, key, line, column, message }: FileFinding): Annotation {
  return {
    level: severity === "breaks" ? "error" : "warning",
    file,
    line,
    column,
    message: `${displayKey(key)}: ${message}`,
  };
}

/** Workflow commands of GitHub's runner, which shows them beside the lines they are about. */
export function workflowCommands(annotations: readonly Annotation[]): readonly string[] {
  return (["error", "warning"] as const).flatMap((level) => {
    const all = annotations.filter((each) => each.level === level);
    const shown = all.length > MAX_ANNOTATIONS + 1 ? all.slice(0, MAX_ANNOTATIONS) : all;
    const rest = all.length - shown.length;
    return [
      ...shown.map(commandOf),
      ...(rest > 0 ? [`::${level} title=Interlinear::… and ${number(rest)} more; the log has them all.`] : []),
    ];
  });
}

function commandOf({ level, file, line, column, message }: Annotation): string {
  const place = line > 0 ? `,line=${String(line)},col=${String(column)}` : "";
  return `::${level} title=Interlinear,file=${property(file)}${place}::${data(message)}`;
}

/** What ends a command or begins another one is written by its number (actions/toolkit, command.ts). */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
