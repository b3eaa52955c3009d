/** What XML 1.0 cannot hold, not even as an entity. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDFFF]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

const REPLACEMENT = "\uFFFD";

/**
 * A text between two tags.
 *
 * @param forbidden writes a character that XML cannot hold; without it, U+FFFD stands for it
 */
export function xmlText(text: string, forbidden: (character: string) => string = () => REPLACEMENT): string {
  // A carriage return would be read as a line end.
  return text.replace(/[&<>\r]/g, (character) => entities[character] ?? "").replace(FORBIDDEN, forbidden);
}

/** The value of an attribute, between double quotes. */
export function xmlAttribute(value: string): string {
  return value.replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? "").replace(FORBIDDEN, REPLACEMENT);
}

/** Whether XML can hold every character of a text. */
export function isXmlText(text: string): boolean {
  return text.search(FORBIDDEN) === -1;
}

export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** `<name a="1">`, or `<name a="1"/>` where `isEmpty`; attributes without a value are left out. */
export function xmlTag(name: string, attributes: XmlAttributes = {}, isEmpty = false): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? "" : ` ${key}="${xmlAttribute(value)}"`,
  );
  return `<${name}${written.join("")}${isEmpty ? "/" : ""}>`;
}

/** @param content written already */
export function xmlElement(name: string, attributes: XmlAttributes, content: string): string {
  return `${xmlTag(name, attributes)}${content}</${name}>`;
}
