import { decodeEntities } from "./scan.ts";
import { xmlText } from "./write.ts";

/** How characters are written that need no entity, or may have another one: `&quot;`, `&#160;`, `>` as it is. */
export type Spellings = ReadonlyMap<string, string>;

const ENTITY = /&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|quot|apos|gt);/g;
const TAG = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/g;
/** Characters that some programs write as an entity and others as they are. */
const OPTIONAL = [">", '"', "'"];
const NEVER = new Set(["&", "<", "\r"]);

/**
 * Learns from texts of a file.
 *
 * @param models contents of elements, the one that counts most first
 * @param usual what the models say nothing of
 */
export function spellingsIn(models: readonly string[], usual: Spellings = new Map()): Spellings {
  const found = new Map<string, string>();
  for (const model of models) {
    const entities = model.includes("&") ? model.match(ENTITY) : undefined;
    for (const entity of entities ?? []) {
      const character = decodeEntities(entity);
      if (!NEVER.has(character) && !found.has(character)) found.set(character, entity);
    }
    // Quotes around attributes say nothing of those in a text.
    const text = model.includes("<") ? model.replaceAll(TAG, "") : model;
    for (const character of OPTIONAL) {
      if (!found.has(character) && text.includes(character)) found.set(character, character);
    }
  }
  return found.size === 0 ? usual : new Map([...usual, ...found]);
}

/**
 * A text between two tags, in these spellings.
 *
 * @param forbidden writes a character that XML cannot hold; without it, U+FFFD stands for it
 */
export function spelt(text: string, spellings: Spellings, forbidden?: (character: string) => string): string {
  if (spellings.size === 0) return xmlText(text, forbidden);
  const written = text.replace(/./gsu, (character) => spellings.get(character) ?? xmlText(character, forbidden));
  return written.replaceAll("]]>", "]]&gt;");
}
