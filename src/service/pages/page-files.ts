import { createHash } from "node:crypto";
import { browserFile } from "../../http-api/browser-file.ts";
import { englishWords, languagesOfPages } from "../wording/catalogues.ts";
import { ASSETS } from "./addresses.ts";
import type { Key, Words } from "../wording/words.ts";

/** A file that pages load. */
interface PageFile {
  /** It changes with the content: browsers keep the file for good. */
  readonly address: string;
  /** As `integrity` and the content security policy name it: nothing but this content runs. */
  readonly digest: string;
  readonly content: string;
  readonly type: string;
}

function pageFile(name: "service.css" | "editor.js" | "checks.js", content: string): PageFile {
  const hash = createHash("sha256").update(content).digest();
  const [base = "", end = ""] = name.split(".");
  return {
    address: `${ASSETS}${base}-${hash.toString("hex").slice(0, 16)}.${end}`,
    digest: `sha256-${hash.toString("base64")}`,
    content,
    type: end === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
  };
}

export const styleText = withoutComments(browserFile("base.css") + browserFile("service.css"));
export const styleFile = pageFile("service.css", styleText);
const editorScript = withoutComments(browserFile("editor.js")).replaceAll(/ (=>|[=!]==|&&|\|\||\?\?|=) /g, "$1");
/** The script with the sentences of each language of the pages. */
const editorFiles = editorFilesOf(languagesOfPages.values());
const englishFile = inLanguage(englishWords);

/** @returns language, as its words name it (`pt-BR`) → the script as it speaks it */
export function editorFilesOf(languages: Iterable<Words>): ReadonlyMap<string, PageFile> {
  return new Map(Array.from(languages, (words) => [words.language, inLanguage(words)]));
}

/** The script as it speaks a language of the pages; what has none speaks English. */
export function editorFileOf({ language }: Pick<Words, "language">, known = editorFiles): PageFile {
  return known.get(language) ?? englishFile;
}

function inLanguage(words: Words): PageFile {
  return pageFile("editor.js", withSentences(editorScript, words));
}

/** Each key of a sentence is replaced by the sentence; where it has no place for a value, that is all there is of it. */
export function withSentences(script: string, { sentence }: Pick<Words, "sentence">): string {
  return script.replaceAll(/\bsay\("([\w.]+)"(\)?)/g, (_, key: Key, end: string) => {
    const written = JSON.stringify(sentence(key));
    return end === "" ? `say(${written}` : written;
  });
}

/** Loaded by the editor when nothing else is to be done. */
export const checksFile = pageFile("checks.js", browserFile("checks.js"));

/**
 * Comments, indents and empty lines are for who reads the sources: people on slow lines do without them. Of comments those that stand
 * in a line of their own are left out; no text of a script or a style may go over lines, or begin one like a comment.
 */
export function withoutComments(source: string): string {
  return source.replaceAll(/^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[^])*\*\/[ \t]*)\n/gm, "").replaceAll(/^\s+/gm, "");
}

const files = new Map([styleFile, checksFile, ...editorFiles.values()].map((file) => [file.address, file]));

/** Of every script that a page may load. */
export const scriptDigests = [checksFile, ...editorFiles.values()].map(({ digest }) => `'${digest}'`).join(" ");

/** A file of the pages, or undefined where a path names none: also one of an earlier version of this program. */
export function answerPageFile(pathname: string): Response | undefined {
  const file = files.get(pathname);
  if (file === undefined) return undefined;
  return new Response(file.content, {
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
