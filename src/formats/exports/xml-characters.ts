import { childrenOf, type XmlElement } from "../xml/document.ts";
import { xmlAttribute, xmlTag, xmlText } from "../xml/write.ts";

/**
 * How an exchange format writes a character that XML cannot hold: as an inline element whose content is the code point,
 * `<ph ctype="x-character">0007</ph>`, which other programs show as a placeholder.
 */
export interface CharacterMark {
  readonly element: string;
  readonly attribute: string;
}

const TYPE = "x-character";

export function markedText(text: string, { element, attribute }: CharacterMark): string {
  let count = 0;
  return xmlText(text, (character) => {
    count += 1;
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `${xmlTag(element, { id: String(count), [attribute]: TYPE })}${code}</${element}>`;
  });
}

/**
 * A text with what other elements stand in it: those are XML that belongs to the text, as the service has it, and so is
 * everything between them.
 */
export function readMarkedText(element: XmlElement, { attribute }: CharacterMark): string {
  const isMarkup = childrenOf(element).some((child) => characterOf(child, attribute) === undefined);
  return element.children
    .map((child) => {
      if (typeof child === "string") return isMarkup ? xmlText(child) : child;
      return characterOf(child, attribute) ?? writeElement(child);
    })
    .join("");
}

function characterOf({ attributes, children }: XmlElement, attribute: string): string | undefined {
  const [code] = children;
  if (attributes.get(attribute) !== TYPE || typeof code !== "string" || !/^[0-9A-F]{4}$/.test(code)) return undefined;
  return String.fromCharCode(Number.parseInt(code, 16));
}

function writeElement({ name, attributes, children }: XmlElement): string {
  const open = [...attributes].map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`).join("");
  if (children.length === 0) return `<${name}${open}/>`;
  const content = children.map((child) => (typeof child === "string" ? xmlText(child) : writeElement(child)));
  return `<${name}${open}>${content.join("")}</${name}>`;
}
