/**
 * A bar of block characters, `width` cells long: full only at 100, not empty above 0, so that "nearly" never reads as "all".
 */
export function bar(percent: number, width: number): string {
  const bounded = Number.isFinite(percent) ? Math.min(100, Math.max(0, percent)) : 0;
  const halves = bounded > 0 ? Math.max(1, Math.floor((bounded / 100) * width * 2)) : 0;
  const full = Math.floor(halves / 2);
  return `${"█".repeat(full)}${halves % 2 === 1 ? "▌" : ""}`.padEnd(width, "░");
}

/** `94 %`, rounded down: 100 only when nothing is missing. */
export function percentText(part: number, total: number): string {
  return `${String(wholePercent(part, total))} %`;
}

export function wholePercent(part: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((part * 100) / total));
}
