import type { Catalogue } from "../../catalog/unit.ts";
import { additionsOf } from "../../catalog/unit-change.ts";
import { charsetOf } from "../text/charset.ts";
import { defineFormat } from "../define-format.ts";
import type { Format } from "../format.ts";
import { layoutOf } from "../text/layout.ts";
import { keyedUnits } from "../keyed-unit.ts";
import { entriesByKey, isEntry, noteOf, parse, type IniFile, type IniSyntax } from "./parse.ts";
import { patch } from "./patch.ts";
import { styleOf } from "./style.ts";
import { iniSyntax, innoSyntax, joomlaSyntax } from "./syntax.ts";

/** Names with their texts in sections; a key reads `[section]name`. */
export const ini: Format = iniFormat(iniSyntax, "ini", (file) => !isJoomla(file));

/** Joomla's language files: `NAME="text"`. */
export const joomla: Format = iniFormat(joomlaSyntax, "ini", isJoomla);

/** Messages of Inno Setup in Unicode. */
export const islu: Format = iniFormat(innoSyntax, "islu", () => true);

function iniFormat(syntax: IniSyntax, extension: string, isOurs: (file: IniFile) => boolean): Format {
  return defineFormat({
    id: syntax.id,
    holdsOneForm: true,
    takesNoHalves: true,
    kind: "monolingual",
    extensions: [extension],
    mediaType: "text/plain",
    detect: (path, bytes) => path.toLowerCase().endsWith(`.${extension}`) && isCatalogue(bytes, syntax, isOurs),

    read(bytes, { path, charset, template } = {}) {
      return catalogueOf(parse(charsetOf(bytes, charset).decode(bytes, path), syntax, path), syntax, template);
    },

    patch(bytes, changes, { path, charset: named } = {}) {
      if (changes.length === 0) return bytes.slice();
      const charset = charsetOf(bytes, named);
      const file = parse(charset.decode(bytes, path), syntax, path);
      return charset.encode(patch(file, changes, { syntax, style: styleOf(file, syntax), path }), path);
    },

    create(catalogue, _options, like = new Uint8Array()) {
      const charset = charsetOf(like);
      const style = styleOf(parse(charset.decode(like, undefined), syntax), syntax);
      const changes = additionsOf(catalogue.units);
      const mark = style.hasByteOrderMark ? "\uFEFF" : "";
      return charset.encode(changes.length === 0 ? mark : patch(parse("", syntax), changes, { syntax, style }));
    },

    layout(bytes, { path, charset: named }) {
      const charset = charsetOf(bytes, named);
      const text = charset.decode(bytes, path);
      const entries = parse(text, syntax, path).parts.filter(isEntry);
      const places = entries.map(({ key, comments, nameStart, end }) => {
        return { key, start: comments[0]?.start ?? nameStart, end };
      });
      return layoutOf(text, places, (written) => charset.encode(written, path));
    },
  });
}

const JOOMLA_NAME = /^[A-Z][A-Z0-9_.-]*$/;

/** Every name in capitals, every text in quotes. */
function isJoomla({ text, parts }: IniFile): boolean {
  const entries = parts.filter(isEntry);
  return (
    entries.length > 0 &&
    entries.every(({ nameStart, nameEnd, valueStart }) => {
      return JOOMLA_NAME.test(text.slice(nameStart, nameEnd)) && text[valueStart] === '"';
    })
  );
}

function isCatalogue(bytes: Uint8Array, syntax: IniSyntax, isOurs: (file: IniFile) => boolean): boolean {
  try {
    const file = parse(charsetOf(bytes).decode(bytes, undefined), syntax);
    return file.parts.some(isEntry) && isOurs(file);
  } catch {
    return false;
  }
}

function catalogueOf(file: IniFile, { id }: IniSyntax, template: Catalogue | undefined): Catalogue {
  const texts = Array.from(entriesByKey(file).values(), (entry) => ({
    key: entry.key,
    target: [entry.value],
    note: noteOf(file, entry),
    line: entry.line,
  }));
  return { format: id, units: keyedUnits(texts, template) };
}
