import * as z from "zod";
import { boolean } from "../../../contract/fields.ts";
import type { Queries } from "../../../store/database.ts";
import type { ComponentClone } from "../../clone/clone.ts";
import { siteAuthor } from "../../clone/pending.ts";
import { addon, type CloneRun } from "../addon.ts";
import { historySince, rewriteHistory, squashed, type HistoryCommit, type SquashedCommit } from "./squashed-history.ts";

const configuration = z.strictObject({
  squash: z.enum(["all", "language", "file", "author", "author-language"]).default("all"),
  /** Whether trailers of the commits, and their authors, are kept below the message. */
  append_trailers: boolean.default(true),
  /** In place of the messages of the commits. */
  commit_message: z.string().max(10_000).default(""),
});
type Options = z.output<typeof configuration>;

/** Makes few commits of those that upstream does not have yet, whenever something was committed. */
export const gitSquash = addon({
  name: "weblate.git.squash",
  title: "Squash Git commits",
  scope: "either",
  configuration,
  tidyHistory: squash,
});

async function squash({ service, target, configuration: options }: CloneRun<Options>): Promise<boolean> {
  const { clone, record } = target;
  const state = await clone.state(record.branch);
  // Where upstream went on, the commits are put on top of that first.
  if (state.remote === null || state.behind > 0 || state.ahead < 2) return false;
  const history = await historySince(clone, state.remote);
  const languages = await languagesOfFiles(service.database, target);
  const keyOf = keys[options.squash];
  const groups = squashed(history, (commit, path) => keyOf(commit.author.email, languages.get(path) ?? "", path));
  if (groups.length >= history.length) return false;
  const commits = groups.map((group) => ({
    message: messageOf(group, options, siteAuthor(service).email),
    author: authorOf(group) ?? siteAuthor(service),
    authored: group.commits.at(-1)?.authored ?? "",
    files: group.files.values(),
  }));
  return rewriteHistory(clone, state.remote, commits, siteAuthor(service));
}

/** What has the same key becomes one commit. */
const keys: Readonly<Record<Options["squash"], (author: string, language: string, path: string) => string>> = {
  all: () => "",
  language: (_, language) => language,
  file: (_author, _language, path) => path,
  author: (author) => author,
  "author-language": (author, language) => `${author} ${language}`,
};

async function languagesOfFiles(database: Queries, { components }: ComponentClone): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom("translation")
    .select(["filename", "language_code"])
    .where("component_id", "in", [0, ...components.map(({ id }) => id)])
    .execute();
  return new Map(rows.map((row) => [row.filename, row.language_code]));
}

function authorOf({ commits }: SquashedCommit): HistoryCommit["author"] | undefined {
  const [first] = commits;
  return commits.every(({ author }) => author.email === first?.author.email) ? first?.author : undefined;
}

const TRAILER = /^[A-Za-z][\w-]*: \S/;

/** The message's own words, and the trailers that stand below them. */
function parted(message: string): { readonly words: string; readonly trailers: readonly string[] } {
  const paragraphs = message.split(/\n{2,}/);
  const last = (paragraphs.at(-1) ?? "").split("\n");
  return paragraphs.length > 1 && last.every((line) => TRAILER.test(line))
    ? { words: paragraphs.slice(0, -1).join("\n\n"), trailers: last }
    : { words: message, trailers: [] };
}

/** @param site address of the service, which translates nothing itself */
function messageOf(group: SquashedCommit, options: Options, site: string): string {
  const messages = group.commits.map(({ message }) => parted(message));
  const words =
    options.commit_message === "" ? [...new Set(messages.map((message) => message.words))] : [options.commit_message];
  const trailers = options.append_trailers ? messages.flatMap((message) => message.trailers) : [];
  const main = authorOf(group);
  const others = group.commits.filter(({ author }) => author.email !== main?.email && author.email !== site);
  const coAuthors = options.append_trailers
    ? others.map(({ author }) => `Co-authored-by: ${author.name} <${author.email}>`)
    : [];
  const below = [...new Set([...trailers, ...coAuthors])].join("\n");
  return `${[...words, below].filter(Boolean).join("\n\n")}\n`;
}
