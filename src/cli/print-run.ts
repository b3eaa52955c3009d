import { countBy } from "../catalog/difference.ts";
import { defined } from "../core/defined.ts";
import { NOTHING_PROPOSED, type ForgeOutcome } from "../report/run/forge-outcome.ts";
import { headLine, planLines, runLines, writtenLines } from "../report/run/terminal.ts";
import type { FileOutcome, RunResult } from "../sync/index.ts";
import type { Remark } from "../workspace/doctor/remark.ts";
import { silenceLines } from "./silence-lines.ts";
import type { Screen } from "./screen.ts";

export interface PrintedRun {
  readonly result: RunResult;
  readonly outcome?: ForgeOutcome;
  /** Files written into the working tree. */
  readonly written?: readonly string[];
  /** What it passed over. */
  readonly warnings?: readonly Remark[];
}

/** A first run brings tens of thousands of strings home: how many of which kind says enough, unless somebody asks for all. */
function counted({ differences, ...file }: FileOutcome): object {
  return { ...file, differences: Object.fromEntries(countBy(differences, ({ kind }) => kind)) };
}

/** The end of a run: the whole result as one document, or what people need of it. */
export function printRun(screen: Screen, { result, outcome = NOTHING_PROPOSED, written, warnings }: PrintedRun): void {
  if (screen.isJson) {
    const { deliveries, withdrawals } = outcome;
    const delivered = { delivery: deliveries[0] ?? null, deliveries, withdrawals };
    const files = screen.isVerbose ? result.files : result.files.map(counted);
    screen.printJson({ ...result, files, ...delivered, ...defined({ written, warnings }) });
    return;
  }
  if (result.dryRun) screen.print(planLines(result, screen.style));
  else {
    const lines = [headLine(result, screen.style), "", ...runLines(result, outcome, screen.style)];
    screen.print(written === undefined ? lines : [...lines, ...writtenLines(written, screen.style)]);
  }
  screen.print(silenceLines(warnings ?? []));
}
