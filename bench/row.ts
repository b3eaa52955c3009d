/** What a benchmark promises: a bound, as a number or as a share of what the peer needs; or a multiple of what the peer does. */
export type Goal =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly timesPeer: number }
  | { readonly atLeastTimesPeer: number };

export interface Measurement {
  readonly name: string;
  readonly unit: string;
  /** Undefined where this machine cannot measure it. */
  readonly ours: number | undefined;
  readonly peer: number | undefined;
  /** Why the peer has no number: what it did instead. */
  readonly peerNote?: string;
  readonly goal?: Goal;
}

/** A measurement without a peer, to one decimal. */
export function measured(name: string, unit: string, value: number | undefined, goal?: Goal): Measurement {
  const ours = value === undefined ? undefined : Number(value.toFixed(1));
  return { name, unit, ours, peer: undefined, ...(goal !== undefined && { goal }) };
}

/** A row of the report, as `--json` prints it. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number | null;
  readonly peer: number | null;
  readonly peerNote: string | null;
  /** ours / peer; null where there is nothing to divide. */
  readonly ratio: number | null;
  readonly goal: string | null;
  readonly met: boolean | null;
}

/** Undefined where there is no peer to compare with. */
function isMet(goal: Goal, ours: number, peer: number | undefined): boolean | undefined {
  if ("atMost" in goal) return ours <= goal.atMost;
  if ("atLeast" in goal) return ours >= goal.atLeast;
  if (peer === undefined) return undefined;
  return "timesPeer" in goal ? ours <= goal.timesPeer * peer : ours >= goal.atLeastTimesPeer * peer;
}

function goalText(goal: Goal): string {
  if ("atMost" in goal) return `ours <= ${String(goal.atMost)}`;
  if ("atLeast" in goal) return `ours >= ${String(goal.atLeast)}`;
  return "timesPeer" in goal
    ? `ours <= ${String(goal.timesPeer)} * peer`
    : `ours >= ${String(goal.atLeastTimesPeer)} * peer`;
}

export function rowOf({ name, unit, ours, peer, peerNote, goal }: Measurement): Row {
  return {
    name,
    unit,
    ours: ours ?? null,
    peer: peer ?? null,
    peerNote: peerNote ?? null,
    ratio: ours === undefined || peer === undefined || peer === 0 ? null : Number((ours / peer).toFixed(4)),
    goal: goal === undefined ? null : goalText(goal),
    met: ours === undefined || goal === undefined ? null : (isMet(goal, ours, peer) ?? null),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param share 0.99: what all but a hundredth of them are below @throws where there are none: 0 would meet every goal */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error("Nothing was measured.");
  return value;
}

const BAR_WIDTH = 24;

/** The peer's value in ours: 5.3 × ours. */
function timesOf(ratio: number): string {
  return ratio === 0 ? "" : `${(1 / ratio).toPrecision(3)} × ours`;
}

/** A table with a pair of bars in each row, the longer one filling the width. */
export function table(rows: readonly Row[]): string {
  return rows
    .flatMap((row) => {
      const longest = Math.max(row.ours ?? 0, row.peer ?? 0);
      const side = (label: string, value: number | null, note: string | null): string => {
        const length = value === null || longest === 0 ? 0 : Math.ceil((value / longest) * BAR_WIDTH);
        const times = label === "peer" && row.ratio !== null ? ` (${timesOf(row.ratio)})` : "";
        const amount = value === null ? (note ?? "not measured") : `${value.toLocaleString("en")} ${row.unit}${times}`;
        return `  ${label}  ${"█".repeat(length).padEnd(BAR_WIDTH, "·")}  ${amount}`;
      };
      const verdict = row.met === null ? "" : row.met ? "  met" : "  NOT MET";
      return [
        `${row.name}${row.goal === null ? "" : `  (goal: ${row.goal}${verdict})`}`,
        side("ours", row.ours, null),
        side("peer", row.peer, row.peerNote),
        "",
      ];
    })
    .join("\n");
}
