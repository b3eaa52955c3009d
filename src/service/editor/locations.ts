import type { ComponentRecord } from "../components/component-settings.ts";
import { pageOf } from "../components/repoweb.ts";
import { repositoryPages } from "../landing/repository-pages.ts";

/** A place in the code that a file names, with its page where there is one. */
export interface Location {
  readonly text: string;
  readonly address: string | undefined;
}

const MOST = 20;

/**
 * The places of a string's location, `src/a.c:12, src/b.c:40`, with the page of each: as the component's `repoweb` says
 * (`{{filename}}`, `{{line}}`, `{{branch}}`, with filters), or as the repository's host has them.
 * @param repository undefined: the reader may not know where it is. `commit` is the one that the string was read from: there the
 * line is the one that the file names, whatever became of the branch; without it, the branch's
 */
export function locationsOf(
  location: string,
  { settings }: Pick<ComponentRecord, "settings">,
  repository: { readonly repo: string; readonly branch: string; readonly commit?: string | null } | undefined,
): readonly Location[] {
  const places = location.split(/[,\s]+/).filter((place) => place !== "");
  return places.slice(0, MOST).map((text) => {
    const [, path = text, line = "1"] = /^(.+?):(\d+)(?::\d+)?$/.exec(text) ?? [];
    if (repository === undefined || !isPath(path)) return { text, address: undefined };
    const { branch, repo, commit = null } = repository;
    const own =
      settings.repoweb === "" ? undefined : pageOf(settings.repoweb, { filename: path, line: Number(line), branch });
    return {
      text,
      address: own ?? repositoryPages(repo)?.file(commit === null ? { branch } : { commit }, path, Number(line)),
    };
  });
}

/** What is no path leads nowhere: `Button.label`, an address, a way out of the repository. */
function isPath(text: string): boolean {
  return /[./]/.test(text) && !text.startsWith("/") && !text.includes("://") && !text.split("/").includes("..");
}
