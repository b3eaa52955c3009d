import { isDeepStrictEqual } from "node:util";
import type { Difference } from "./differences.ts";

/** A difference between two readers that is meant to be. One that no file shows any more has to go from the list. */
export interface AcceptedDifference {
  readonly reader: string;
  readonly reason: string;
  readonly holds: (difference: Difference) => boolean;
}

const missingForm: Pick<AcceptedDifference, "reason" | "holds"> = {
  reason: "a plural form that the language has and the file has not is shown without a text, to be translated",
  holds: ({ ours, theirs }) =>
    isDeepStrictEqual(
      ours?.[2].filter((text) => text !== ""),
      theirs?.[2],
    ),
};

export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    reader: "json-nested",
    reason: "a number or true is no text: nobody translates it, and as a text it would break the program",
    holds: ({ ours, theirs }) => ours === undefined && /^(?:\d+|True|False)$/.test(theirs?.[2][0] ?? ""),
  },
  {
    reader: "aresource",
    reason: "translate-toolkit takes a no-break space outside of quotes for white space; Android does not",
    holds: ({ ours, theirs }) =>
      ours?.[2][0]?.includes("\u00A0") === true && theirs?.[2][0] === ours[2][0].replaceAll("\u00A0", " "),
  },
  {
    reader: "i18nextv4",
    reason:
      "a key that stands with and without _one is two texts; as a plural it would be a second unit of the same key",
    holds: ({ file, ours, theirs }) =>
      file.startsWith("locales/sk/") && (ours?.[0].endsWith("_one") === true || theirs?.[2].length === 2),
  },
  {
    reader: "ini",
    reason: "translate-toolkit wants a section before the first key; the programs that read these files do not",
    holds: ({ refusal }) => refusal?.startsWith("MissingSectionHeaderError") === true,
  },
  { reader: "go-i18n-json", ...missingForm },
  { reader: "go-i18n-json-v2", ...missingForm },
  {
    reader: "aresource",
    reason: "the service does not ask for what the file says is not to be translated",
    holds: ({ file, ours, theirs }) =>
      file.includes("strings-with-readonly.xml") && ours === undefined && theirs?.[0] === "string_two",
  },
  {
    reader: "gotext",
    reason: "of several ids the first names the string; translate-toolkit writes the list as Python would",
    holds: ({ ours, theirs }) =>
      /^(?:msgOutOfOrder|\{Device\} is out of order!)$/.test(ours?.[0] ?? "") || theirs?.[0].startsWith("['") === true,
  },
  {
    reader: "gotext",
    reason: "of two strings with one id, the first counts",
    holds: ({ ours, theirs }) => ours === undefined && theirs?.[0] === "{Person} is visiting {Place}!",
  },
  {
    reader: "csv",
    reason:
      "a table without a head has sources and translations, as the service reads it; translate-toolkit begins with a column of places",
    holds: ({ file }) => /\/(?:cs|cs-quotes|cs-quotes-escaped|terms)\.csv,/.test(file),
  },
  {
    reader: "csv",
    reason: "a line ends with \\n in a text, however the lines of its file end",
    holds: ({ ours, theirs }) => ours !== undefined && theirs?.[2][0]?.replaceAll("\r\n", "\n") === ours[2][0],
  },
  {
    reader: "csv",
    reason: "of several rows with one key, the last counts",
    holds: ({ file }) => /\/fr-multi(?:-mono)?\.csv,/.test(file),
  },
  {
    reader: "xliff",
    reason: "a unit with neither id nor name goes by its source, as the service shows it",
    holds: ({ file }) => file.includes("/cs.xliff, "),
  },
  {
    reader: "ts",
    reason: "%d banana(s) is a source in the singular and in the plural, as the service shows it",
    holds: ({ ours, theirs }) => ours?.[1].length === 2 || theirs?.[1][0]?.includes("(s)") === true,
  },
  {
    reader: "ts",
    reason: "a finished translation without a text says what the source says: so Qt shows it, and the service",
    holds: ({ ours, theirs }) => theirs?.[2][0] === "" && ours?.[2][0] === ours?.[1][0],
  },
  {
    reader: "fluent",
    reason: "translate-toolkit lays the lines of a selector out anew",
    holds: ({ ours, theirs }) => ours !== undefined && withoutBlanks(ours[2]) === withoutBlanks(theirs?.[2]),
  },
  {
    reader: "strings",
    reason: "translate-toolkit takes the quote and the blank before a semicolon for text",
    holds: ({ ours, theirs }) => theirs?.[2][0] === `${ours?.[2][0] ?? ""}" `,
  },
];

function withoutBlanks(texts: readonly string[] | undefined): string | undefined {
  return texts?.join("\n").replaceAll(/\s+/g, "");
}
