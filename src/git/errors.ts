import type { ErrorTable } from "../core/errors.ts";

export const gitErrors = {
  "IL-G01": {
    title: "A git command failed",
    remedy: "The message holds git's own words; run the same command by hand to look closer.",
  },
  "IL-G02": {
    title: "The repository's object format is not supported",
    remedy: "Services announce SHA-1 blob ids, so only SHA-1 repositories can be compared with them.",
  },
  "IL-G03": {
    title: "The folder is not a git working tree",
    remedy:
      "Run inside a clone with a working tree. In a container, tell git to trust the folder: `git config --global --add safe.directory <folder>`.",
  },
  "IL-G04": {
    title: "An object is missing from the repository",
    remedy: "Fetch it (`git fetch --unshallow`, `git fetch --refetch`), or repair the clone.",
  },
  "IL-G05": {
    title: "A file holds changes that git does not have",
    remedy:
      "Commit them or put them aside, then run again. Committed changes are merged, uncommitted ones never touched.",
  },
  "IL-G06": {
    title: "A path is no plain file of the working tree",
    remedy:
      "Files are not written through symbolic links or outside of the repository: correct `translations` in the mapping.",
  },
  "IL-G07": {
    title: "The clone is shallow, and its history cannot be fetched",
    remedy:
      "Check out with `fetch-depth: 0` and `filter: blob:none`, or run `git fetch --unshallow`. Without the history, corrections made in git could not be told from old texts.",
  },
  "IL-G08": {
    title: "The signing key cannot be used",
    remedy:
      "Give the whole private key as `signing-key`, its passphrase as `signing-passphrase`, and have ssh-keygen or gpg installed.",
  },
  "IL-G09": {
    title: "Nobody is named as the committer of signed commits",
    remedy: "Give `committer-name` and `committer-email` of the account that the signing key belongs to.",
  },
  "IL-G10": {
    title: "A commit has too many paths to be reviewed",
    remedy:
      "A review reads as many paths as the base branch has, and 50,000 more. Split the change, or look into its trees: one that holds the same folder again and again has millions of paths.",
  },
  "IL-G11": {
    title: "There is no such remote",
    remedy: "Add it (`git remote add origin ADDRESS`), or name the one there is with `--remote`.",
  },
} satisfies ErrorTable;
