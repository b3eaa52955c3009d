import type { Command } from "./command.ts";

export interface LazyCommand {
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: Command }>;
  /** Looks at both sides and ends, often on a small runner; a server lives long, and answers quicker with a large heap. */
  readonly isRun?: true;
}

/** Loaded when asked for: nobody who pushes strings should wait for a web server to be read. */
export const commands = {
  up: {
    summary: "set everything up: mapping, project, components, translations, workflow",
    load: () => import("./commands/up.ts"),
  },
  init: { summary: "write a mapping for this repository", load: () => import("./commands/init.ts") },
  import: {
    summary: "write a mapping from the service's components or another tool's configuration",
    load: () => import("./commands/import.ts"),
  },
  doctor: {
    summary: "check everything a run depends on, without writing anything",
    load: () => import("./commands/doctor.ts"),
  },
  plan: { summary: "show what a sync would do, and why", isRun: true, load: () => import("./commands/plan.ts") },
  push: {
    summary: "send changed source strings to the service",
    isRun: true,
    load: () => import("./commands/push.ts"),
  },
  pull: {
    summary: "bring changed translations into the working tree",
    isRun: true,
    load: () => import("./commands/pull.ts"),
  },
  sync: {
    summary: "push, then propose the translations as a pull request",
    isRun: true,
    load: () => import("./commands/sync.ts"),
  },
  apply: { summary: "do what a plan says, if nothing moved since", load: () => import("./commands/apply.ts") },
  propose: { summary: "propose what a held run brought home", load: () => import("./commands/propose.ts") },
  collect: { summary: "propose what several jobs brought home", load: () => import("./commands/collect.ts") },
  heal: {
    summary: "mend clones of the service that cannot merge this repository",
    load: () => import("./commands/heal.ts"),
  },
  stats: { summary: "show how complete the translations are", isRun: true, load: () => import("./commands/stats.ts") },
  credits: {
    summary: "list who translated into which language, from git's history",
    load: () => import("./commands/credits.ts"),
  },
  check: { summary: "find texts that would break the app, in files alone", load: () => import("./commands/check.ts") },
  review: {
    summary: "say what a change does to translations, from git alone",
    isRun: true,
    load: () => import("./commands/review.ts"),
  },
  diff: { summary: "compare two versions of a translation file by string", load: () => import("./commands/diff.ts") },
  merge: {
    summary: "merge translation files by string, as git's merge driver",
    load: () => import("./commands/merge.ts"),
  },
  units: { summary: "print the strings of a translation file", load: () => import("./commands/units.ts") },
  serve: {
    summary: "run the embedded translation service, or the bot with its administration",
    load: () => import("./commands/serve.ts"),
  },
  "serve admin": {
    summary: "manage the embedded service's users and tokens",
    load: () => import("./commands/serve-admin.ts"),
  },
  bot: {
    summary: "set the bot up on GitHub, and look after it when nobody can sign in",
    load: () => import("./commands/bot.ts"),
  },
  completion: {
    summary: "print a script that completes commands and options in your shell",
    load: () => import("./commands/completion.ts"),
  },
  demo: { summary: "show a full round trip in a temporary folder", load: () => import("./commands/demo.ts") },
} satisfies Readonly<Record<string, LazyCommand>>;

/** A command's name may be two words; the rest is its own. */
export function commandIn(words: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const [first = "", second, ...others] = words;
  const both = `${first} ${second ?? ""}`;
  return isCommandName(both) ? { name: both, rest: others } : { name: first, rest: words.slice(1) };
}

export function isCommandName(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
