import { UserError } from "../core/errors.ts";

/** @param known what --forge takes. @returns `IL-C02`, with what to do on a server that is none of those */
export function unknownForge(name: string, known: readonly string[]): UserError {
  const takes = `--forge takes ${known.slice(0, -1).join(", ")} or ${known.at(-1) ?? ""}.`;
  const elsewhere =
    "On any other git server, run `interlinear sync` in a job of its own: it pushes the branch, and writes the pull request's text to a file.";
  return new UserError(`there is no forge "${name}"`, { code: "IL-C02", hint: `${takes} ${elsewhere}` });
}
