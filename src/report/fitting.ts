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
  let text = render(current);
  for (const section of expendable) {
    while (Buffer.byteLength(text) > maxBytes && current[section] > 0) {
      current[section] = Math.floor(current[section] / 2);
      text = render(current);
    }
  }
  return text;
}
