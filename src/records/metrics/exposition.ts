/** Names of labels → values. */
export type Labels = Readonly<Record<string, string>>;

/** One figure. */
export interface Reading {
  readonly labels: Labels;
  readonly value: number;
}

/** How figures spread: `counts[i]` of them were at most `bounds[i]`. */
export interface Spread {
  readonly labels: Labels;
  readonly counts: readonly number[];
  /** Of all, those beyond the last bound among them. */
  readonly count: number;
  readonly sum: number;
}

interface Described {
  /** In base units: `interlinear_run_duration_seconds`; of a counter without `_total`. */
  readonly name: string;
  /** What it tells, in one sentence. */
  readonly help: string;
}

/** Figures of one name. */
export type Family = Described &
  (
    | { readonly kind: "gauge" | "counter"; readonly readings: readonly Reading[] }
    | { readonly kind: "histogram"; readonly bounds: readonly number[]; readonly spreads: readonly Spread[] }
  );

/** A way of writing figures down, and the type that a server answers with. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Figures as Prometheus and others that read OpenMetrics expect them. Why not `prom-client`: its newest release is of 2024, and what we
 * tell is read from rows, not counted where it happens.
 * @param accept header of the request: who does not ask for OpenMetrics gets the older text
 * Source: OpenMetrics 1.0, Prometheus text format 0.0.4.
 */
export function exposition(families: readonly Family[], accept = ""): Exposition {
  const isOpen = accept.includes("application/openmetrics-text");
  const lines = families.flatMap((family) => [
    ...headLines(family, isOpen),
    ...("readings" in family ? readingLines(family) : spreadLines(family)),
  ]);
  return {
    contentType: isOpen
      ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
      : "text/plain; version=0.0.4; charset=utf-8",
    text: [...lines, ...(isOpen ? ["# EOF"] : []), ""].join("\n"),
  };
}

function headLines({ name, kind, help }: Family, isOpen: boolean): readonly string[] {
  // The older text calls a counter by the name of its readings.
  const called = kind === "counter" && !isOpen ? `${name}_total` : name;
  return [`# HELP ${called} ${escaped(help)}`, `# TYPE ${called} ${kind}`];
}

function readingLines({ name, kind, readings }: Extract<Family, { readings: unknown }>): readonly string[] {
  const called = kind === "counter" ? `${name}_total` : name;
  return readings.map(({ labels, value }) => `${called}${written(labels)} ${String(value)}`);
}

function spreadLines({ name, bounds, spreads }: Extract<Family, { spreads: unknown }>): readonly string[] {
  return spreads.flatMap(({ labels, counts, count, sum }) => [
    ...[...bounds.map(asFloat), "+Inf"].map(
      (le, index) => `${name}_bucket${written({ ...labels, le })} ${String(counts[index] ?? count)}`,
    ),
    `${name}_sum${written(labels)} ${String(sum)}`,
    `${name}_count${written(labels)} ${String(count)}`,
  ]);
}

/** As OpenMetrics has bounds: `1.0`, never `1`. */
function asFloat(bound: number): string {
  return Number.isInteger(bound) ? `${String(bound)}.0` : String(bound);
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
