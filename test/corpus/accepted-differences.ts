import type { Difference } from "./differences.ts";

/** A difference between two readers that is meant to be. One that no file shows any more has to go from the list. */
export interface AcceptedDifference {
  readonly reader: string;
  readonly reason: string;
  readonly holds: (difference: Difference) => boolean;
}

export const acceptedDifferences: readonly AcceptedDifference[] = [
  {
    reader: "json-nested",
    reason: "a number or true is no text: nobody translates it, and as a text it would break the program",
    holds: ({ ours, theirs }) => ours === undefined && /^(?:\d+|True|False)$/.test(theirs?.[2][0] ?? ""),
  },
  {
    reader: "aresource",
    reason: "the service does not ask for what the file says is not to be translated",
    holds: ({ file, ours, theirs }) =>
      file.includes("strings-with-readonly.xml") && ours === undefined && theirs?.[0] === "string_two",
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
    reader: "strings",
    reason: "translate-toolkit takes the quote and the blank before a semicolon for text",
    holds: ({ ours, theirs }) => theirs?.[2][0] === `${ours?.[2][0] ?? ""}" `,
  },
];
