import type { IniSyntax } from "./parse.ts";

const CONTINUATION = "    ";

/** As Python's configparser reads it: the text is what stands there, quotes and all. */
export const iniSyntax: IniSyntax = {
  id: "ini",
  separators: "=:",
  commentSigns: ";#%",
  hasSections: true,
  continues: true,
  isStrict: true,
  limits:
    "no line of it may begin or end with a blank, the last one may not be empty, the first one not have a blank before ;",
  decode(raw) {
    const comment = raw.search(/[ \t];/);
    const value = comment === -1 ? raw : raw.slice(0, comment).trimEnd();
    return { value, length: value.length };
  },
  encode(value, before = "") {
    const lines = value.split("\n");
    const isHeld = lines.every(
      (line, index) => !/^[ \t]|[ \t\r]$/.test(line) && (line !== "" || index < lines.length - 1 || index === 0),
    );
    if (!isHeld || /[ \t];/.test(lines[0] ?? "")) return undefined;
    const indent = /\n([ \t]+)/.exec(before)?.[1] ?? CONTINUATION;
    return lines.map((line, index) => (index === 0 || line === "" ? line : indent + line)).join("\n");
  },
};

const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\\\": "\\", '\\"': '"', '"_QQ_"': '"' };
const QUOTED = /^"(.*)"[ \t]*(?:;[^"]*)?$/s;

/** Joomla's language files: names in capitals, texts in double quotes; sections are for the eye. */
export const joomlaSyntax: IniSyntax = {
  id: "joomla",
  separators: "=",
  commentSigns: ";#",
  hasSections: false,
  continues: false,
  isStrict: false,
  limits: "it has a carriage return in it",
  decode(raw) {
    if (!raw.startsWith('"')) return iniSyntax.decode(raw);
    const body = QUOTED.exec(raw)?.[1];
    if (body === undefined) return undefined;
    const value = body.replaceAll(/\\[nt\\"]|"_QQ_"/g, (escape) => ESCAPES[escape] ?? escape);
    return { value, length: body.length + 2 };
  },
  encode(value, before, { quote }) {
    if (/\r/.test(value)) return undefined;
    const isBare = before !== undefined && before !== "" && !before.startsWith('"');
    if (isBare && /^[\w.-](?:[\w .-]*[\w.-])?$/.test(value)) return value;
    const body = value
      .replaceAll("\\", "\\\\")
      .replaceAll('"', () => quote)
      .replaceAll("\n", "\\n")
      .replaceAll("\t", "\\t");
    return `"${body}"`;
  },
};

/** Messages of Inno Setup: a text on one line, breaks and tabs in it as %n and %t. */
export const innoSyntax: IniSyntax = {
  id: "islu",
  separators: "=",
  commentSigns: ";",
  hasSections: true,
  continues: false,
  isStrict: true,
  limits: "it may not begin or end with a blank, nor have a carriage return, %n or %t in it",
  decode: (raw) => ({ value: raw.replaceAll("%n", "\n").replaceAll("%t", "\t"), length: raw.length }),
  encode(value) {
    if (/^ | $|\r|%[nt]/.test(value)) return undefined;
    return value.replaceAll("\n", "%n").replaceAll("\t", "%t");
  },
};
