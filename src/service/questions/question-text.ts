import { codeBlock } from "../../core/code-block.ts";

/** What a question says, as the service has it. */
export interface AskedQuestion {
  /** `Q17` */
  readonly name: string;
  readonly marker: string;
  readonly question: string;
  readonly key: string;
  readonly source: readonly string[];
  /** `locales/en.json:12`; "": git did not tell. */
  readonly place: string;
  /** Of who asks, and into which language they translate. */
  readonly asker: string;
  readonly language: string;
  /** Of the string in the editor; "": the service does not know its own address. */
  readonly address: string;
}

const LONGEST_SOURCE = 1000;
const WIDTH = 100;

/**
 * A question as a comment on the forge. What people and files say stands in a block of code: no mention, no reference, no picture and no
 * markup of it comes to life there.
 */
export function questionBody(asked: AskedQuestion): string {
  const { name, marker, question, key, source, place, asker, language, address } = asked;
  const about = [
    ["key", key],
    ["text", source.join("\n").slice(0, LONGEST_SOURCE)],
    ["file", place],
    ["asked by", `${asker}, ${language}`],
  ];
  const lines = about.flatMap(([label = "", text = ""]) =>
    text === "" ? [] : wrapped(text).map((line, at) => `${(at === 0 ? label : "").padEnd(10)}${line}`),
  );
  const link = address === "" ? "" : `[Open the string](${address}) · `;
  return [
    marker,
    `**${name}: a translator asks about a text.**`,
    "",
    codeBlock([...lines, "", ...wrapped(question)].join("\n")),
    "",
    `${link}Answer directly below, or name ${name} in a comment: translators see your answer beside the string.`,
  ].join("\n");
}

/** Told from other comments and other services' questions. */
export function questionMarker(random: string): string {
  return `<!-- interlinear:question ${random} -->`;
}

/** Where questions go of which no pull request is known: one a component. */
export function questionIssue(component: { readonly id: number; readonly name: string }, siteTitle: string) {
  const marker = `<!-- interlinear:questions ${String(component.id)} -->`;
  const lines = [
    marker,
    "Translators ask here about texts of which git does not tell the pull request that brought them.",
    "",
    codeBlock(`${component.name}\n${siteTitle}`),
  ];
  return { marker, title: "Questions of translators", body: lines.join("\n") };
}

/** Lines that need no scrolling; words longer than a line stay whole. */
function wrapped(text: string): readonly string[] {
  return text
    .replace(/\r\n|\r/g, "\n")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd")
    .split("\n")
    .flatMap((line) => {
      const lines: string[] = [];
      let current = "";
      for (const word of line.split(" ")) {
        if (current !== "" && current.length + word.length + 1 > WIDTH) {
          lines.push(current);
          current = word;
        } else current = current === "" ? word : `${current} ${word}`;
      }
      return [...lines, current];
    });
}
