/**
 * The page on which a unit is translated: the translation's, asked for this unit alone.
 * @param translateUrl page of the translation on the service
 */
export function unitAddress(
  translateUrl: string,
  { key, context, source }: { readonly key: string; readonly context: string; readonly source: readonly string[] },
): string {
  if (!URL.canParse(translateUrl)) return translateUrl;
  const address = new URL(translateUrl);
  const query = context === "" ? `source:="${escaped(source[0] ?? key)}"` : `key:="${escaped(context)}"`;
  address.searchParams.set("q", query);
  return address.href;
}

/** As the service's search language has quoted texts. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
