/** Where a value stands between the two ends, 0 … 100, to a tenth: lengths of SVG that follow the page's width. */
export function share(value: number, from: number, to: number): number {
  if (!(to > from) || !Number.isFinite(value)) return 0;
  return Math.round(Math.min(1, Math.max(0, (value - from) / (to - from))) * 1000) / 10;
}

const roundSteps = [1, 2, 2.5, 5, 10];

/** A round number that is at least `highest`, and the round numbers up to it that deserve a line: at most five. */
export function axis(highest: number): { readonly ceiling: number; readonly lines: readonly number[] } {
  if (!(highest > 0) || !Number.isFinite(highest)) return { ceiling: 1, lines: [0, 1] };
  const rough = highest / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = (roundSteps.find((candidate) => candidate * magnitude >= rough * 0.999_999) ?? 10) * magnitude;
  const amount = Math.ceil(highest / step - 1e-9);
  return {
    ceiling: tidy(step * amount),
    lines: Array.from({ length: amount + 1 }, (_, index) => tidy(step * index)),
  };
}

/** 0.30000000000000004 is 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
