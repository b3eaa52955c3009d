import type { Git } from "../git/git.ts";
import { bindableBetween, type PathEnds } from "../mapping/bindable-path.ts";
import type { ResolvedMapping } from "../mapping/binding.ts";
import { MappingError } from "../mapping/errors.ts";
import { loadMapping, type ParsedMapping } from "../mapping/load.ts";
import { bindableEnds, resolveMapping } from "../mapping/resolve.ts";
import type { BoundMapping, WrittenMapping } from "./kept-mapping.ts";

/** @throws {MappingError} */
export async function readMapping({ text, path }: Pick<WrittenMapping, "text" | "path">): Promise<ParsedMapping> {
  const parsed = loadMapping(text, path);
  if (hasTemplates(parsed)) (await import("./mapping-templates.ts")).checkTemplates(parsed);
  return parsed;
}

/**
 * Binds a mapping to the files that there are.
 * @param files all of them, or at least those that are wanted
 * @throws {MappingError}
 */
export async function bindMapping(
  parsed: ParsedMapping,
  files: Git["index"],
): Promise<BoundMapping & { readonly ends: readonly PathEnds[] | undefined }> {
  const ends = bindableEnds(parsed);
  const isBindable = bindableBetween(ends);
  return { mapping: await resolved(parsed, isBindable, files), isBindable, ends };
}

/** Most large repositories are told apart at a glance; a mistake is told with what is like it among all files. */
async function resolved(
  parsed: ParsedMapping,
  isBindable: BoundMapping["isBindable"],
  files: Git["index"],
): Promise<ResolvedMapping> {
  const resolveAmong = async (isWanted: BoundMapping["isBindable"]): Promise<ResolvedMapping> =>
    resolveMapping(
      parsed,
      (await files(isWanted)).map(({ path }) => path),
    );
  try {
    return await resolveAmong(isBindable);
  } catch (error) {
    if (isBindable === undefined || !(error instanceof MappingError)) throw error;
    return resolveAmong(undefined);
  }
}

/** Their engine is large, and most mappings leave titles and texts to us. */
function hasTemplates({ value: { "pull-request": pullRequest, commit } }: ParsedMapping): boolean {
  return [pullRequest?.title, pullRequest?.body, commit?.message].some((template) => template !== undefined);
}
