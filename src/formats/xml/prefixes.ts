const UNREAD = /<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)/g;
const DECLARED = /\sxmlns:([\w.-]+)\s*=/g;
const TAG = /<\/?([\w.-]+:)?[\w.-]+((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const ATTRIBUTE = /\s([\w.-]+):[\w.-]+\s*=\s*["']/g;

/** Prefixes of namespaces that tags and attributes of a text have and no tag declares. */
export function undeclaredPrefixes(text: string): ReadonlySet<string> {
  const read = text.replaceAll(UNREAD, "");
  const used = new Set<string>();
  for (const [, prefix, attributes = ""] of read.matchAll(TAG)) {
    if (prefix !== undefined) used.add(prefix.slice(0, -1));
    for (const [, name = ""] of attributes.matchAll(ATTRIBUTE)) used.add(name);
  }
  for (const known of ["xml", "xmlns"]) used.delete(known);
  for (const [, prefix = ""] of read.matchAll(DECLARED)) used.delete(prefix);
  return used;
}
