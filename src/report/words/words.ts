/** `4,981`, of a whole number. By hand: to open `Intl` for it costs every run some milliseconds. */
export function number(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 string`, `2,000 strings` */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** `a, b and 3 more`; everything where at most one would be left out. */
export function listed(names: readonly string[], limit: number): string {
  const shown = names.length <= limit + 1 ? names : names.slice(0, limit);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${number(rest)} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}

/** `412 B`, `3.1 kB`, `2.0 MB` */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `820 ms`, `2.1 s`, `3 min 20 s` */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${String(Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** A figure with its unit or sign, which no line may end between. */
export function unbroken(figure: string): string {
  return figure.replaceAll(" ", "\u00a0");
}
