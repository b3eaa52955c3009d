/**
 * The page on which a unit is translated: the translation's, asked for this unit alone.
 * @param translateUrl page of the translation on the service
 */
export function unitAddress(translateUrl: string, unit: NamedUnit): string {
  if (!URL.canParse(translateUrl)) return translateUrl;
  const address = new URL(translateUrl);
  address.searchParams.set("q", unitQuery(unit));
  return address.href;
}

export interface NamedUnit {
  readonly key: string;
  readonly context: string;
  readonly source: readonly string[];
}

/**
 * Finds a unit in the service's search language; others like it may come with it: a source of several forms is kept as one
 * text there, so that no form equals it.
 */
export function unitQuery({ key, context, source }: NamedUnit): string {
  if (context !== "") return `key:="${escaped(context)}"`;
  const [first = key] = source;
  return `source:${source.length > 1 ? "" : "="}"${escaped(first)}"`;
}

/** As the service's search language has quoted texts. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
