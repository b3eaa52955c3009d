/** How many rows each section of a text shows. */
export type RowLimits<Section extends string> = Readonly<Record<Section, number>>;

/**
 * Renders with as many rows as fit into `maxBytes` of UTF-8: sections are halved, one after the other in the order given,
 * until the text fits.
 */
export function fitSections<Section extends string>(
  render: (limits: RowLimits<Section>) => string,
  limits: RowLimits<Section>,
  expendable: readonly Section[],
  maxBytes: number,
): string {
  const current: Record<Section, number> = { ...limits };
  const isTooLong = (candidate: string): boolean => Buffer.byteLength(candidate) > maxBytes;
  let text = render(current);
  for (const section of expendable) {
    if (!isTooLong(text)) return text;
    const rows = current[section];
    current[section] = 0;
    const without = render(current);
    // A section that is too little by itself goes at once: every rendering of a long text takes time.
    if (isTooLong(without)) {
      text = without;
      continue;
    }
    current[section] = rows;
    while (isTooLong(text) && current[section] > 0) {
      current[section] = Math.floor(current[section] / 2);
      text = current[section] === 0 ? without : render(current);
    }
  }
  return text;
}
