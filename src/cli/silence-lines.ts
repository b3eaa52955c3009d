import { terminalText } from "../report/words/escape.ts";
import type { Remark } from "../workspace/doctor/remark.ts";

export function silenceLines(remarks: readonly Remark[]): readonly string[] {
  return remarks.flatMap(({ subject, message, remedy }) => [
    terminalText(`  ! ${subject}: ${message}`),
    ...(remedy === undefined ? [] : [terminalText(`    → ${remedy}`)]),
  ]);
}
