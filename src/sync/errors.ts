import type { ErrorTable } from "../core/errors.ts";

export const syncErrors = {
  "IL-P01": {
    title: "The service has no such project or component, or the token may not see it",
    remedy: "Compare the slugs in the mapping with the addresses on the service; give the bot access to the project.",
  },
  "IL-P02": {
    title: "Two languages land on one path",
    remedy: "Give one of them an alias under `languages.aliases`, or leave it out with `languages.except`.",
  },
  "IL-P03": {
    title: "What arrived is not what the service announced",
    remedy: "Run it again; if it stays, the service's clone is out of step: ask for `file-scan` there.",
  },
  "IL-P05": {
    title: "The service could not carry out a repository operation",
    remedy:
      "Read the service's own words; a merge failure or a refused push is mended on the component's repository page.",
  },
  "IL-P06": {
    title: "A bound path is a symbolic link or a submodule",
    remedy: "Bind the file itself, or leave the language out with `languages.except`.",
  },
  "IL-P07": {
    title: "A filter names a language that is nowhere",
    remedy: "Name languages by the service's codes, as `interlinear stats` shows them.",
  },
  "IL-P08": {
    title: "The translations of renamed keys could not be carried over",
    remedy:
      "Nothing was removed: the source goes to the service once they are under their new keys. Give the bot the right to upload translations, and run it again.",
  },
  "IL-P09": {
    title: "The repository or the service moved since the plan was made",
    remedy: "Nothing was done. Make a new plan (`interlinear plan --out`), look at it, and apply that one.",
  },
} satisfies ErrorTable;
