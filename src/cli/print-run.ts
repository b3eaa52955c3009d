import type { Delivery } from "../forge/forge.ts";
import { headLine, planLines, runLines, writtenLines } from "../report/terminal.ts";
import type { RunResult } from "../sync/index.ts";
import type { Screen } from "./screen.ts";

export interface PrintedRun {
  readonly result: RunResult;
  readonly delivery?: Delivery | undefined;
  /** Files written into the working tree. */
  readonly written?: readonly string[];
}

/** The end of a run: the whole result as one document, or what people need of it. */
export function printRun(screen: Screen, { result, delivery, written }: PrintedRun): void {
  if (screen.isJson) {
    screen.printJson({ ...result, delivery: delivery ?? null, ...(written === undefined ? {} : { written }) });
    return;
  }
  if (result.dryRun) screen.print(planLines(result, screen.style));
  else {
    const lines = [headLine(result, screen.style), "", ...runLines(result, delivery, screen.style)];
    screen.print(written === undefined ? lines : [...lines, ...writtenLines(written, screen.style)]);
  }
}
