/**
 * Numbers as OpenMetrics text: a gauge each. Numbers of a nested object become one gauge with a label, whose name is the
 * last word of the object's in the singular: `worker_queues: { pull: 3 }` is `worker_queues{queue="pull"} 3`.
 */
export function openMetricsOf(value: unknown): string {
  const lines = Object.entries(value ?? {}).flatMap(([name, measured]) => {
    const samples = samplesOf(name, measured);
    return samples.length === 0 ? [] : [`# TYPE ${name} gauge`, ...samples];
  });
  return [...lines, "# EOF", ""].join("\n");
}

function samplesOf(name: string, measured: unknown): string[] {
  if (typeof measured === "number") return [`${name} ${String(measured)}`];
  if (typeof measured !== "object" || measured === null) return [];
  const label = (name.split("_").at(-1) ?? name).replace(/s$/, "");
  return Object.entries(measured)
    .filter(([, count]) => typeof count === "number")
    .map(([key, count]) => `${name}{${label}="${escaped(key)}"} ${String(count)}`);
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
