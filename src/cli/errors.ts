import type { ErrorTable } from "../core/errors.ts";

export const cliErrors = {
  "IL-C01": {
    title: "There is no such command",
    remedy: "See `interlinear help` for the commands.",
  },
  "IL-C02": {
    title: "An option is unknown, lacks its value or has one it does not take",
    remedy: "See `interlinear help <command>` for the options of a command.",
  },
  "IL-C03": {
    title: "A file would be overwritten",
    remedy: "Move it away, or say `--force`.",
  },
  "IL-C04": {
    title: "The repository is not on the forge, or its token is missing",
    remedy:
      "`--forge github` needs a remote on GitHub and GITHUB_TOKEN, `--forge forgejo` one on Forgejo or Gitea and FORGEJO_TOKEN; `--forge local` works with any remote.",
  },
  "IL-C05": {
    title: "No format that is read here fits the file",
    remedy: "Name the format with `--format`; docs/formats.md lists them.",
  },
  "IL-C06": {
    title: "A file or a version of it cannot be read",
    remedy: "Name files from the current folder, versions as git does: `HEAD~1:locales/cs.json`.",
  },
  "IL-C07": {
    title: "A file has no place for the list of translators",
    remedy: "Add the lines `<!-- interlinear:credits -->` and `<!-- /interlinear:credits -->` where the list belongs.",
  },
} satisfies ErrorTable;
