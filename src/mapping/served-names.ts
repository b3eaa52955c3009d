import type { DetectedFamily } from "./detect.ts";
import type { ComponentFiles } from "./import/service.ts";
import { fillPattern, parsePattern, type FileMatch } from "./pattern.ts";
import { componentFiles } from "./translation-sets.ts";

/** What the service tells of a component's files, and whether they are ours at all. */
export interface ServedFiles extends ComponentFiles {
  /** They are known to be another repository's. */
  readonly isElsewhere?: boolean;
}

/**
 * Families of files under the names of the components that the service has of them already: those with the same file mask, or
 * else the same source. What is guessed stays where nothing fits, and binds a component of that very name, unless that is another repository's. An entry for several packages keeps its capture where the service's names have a common form;
 * otherwise it becomes an entry for each package.
 */
export function withServedNames(
  families: readonly DetectedFamily[],
  served: readonly ServedFiles[],
): readonly DetectedFamily[] {
  const strings = served.filter(({ isGlossary }) => !isGlossary);
  if (strings.length === 0) return families;
  const own = strings.filter(({ isElsewhere }) => isElsewhere !== true);
  const others = strings.filter((each) => !own.includes(each)).map(({ names }) => names.join("/"));
  return withoutClashes(
    families.flatMap((family) => renamed(family, own)),
    new Set(others),
  );
}

interface Renamed extends DetectedFamily {
  /** Whether the service has it under this name. */
  readonly isServed: boolean;
}

function renamed(family: DetectedFamily, served: readonly ComponentFiles[]): readonly Renamed[] {
  const members = componentFiles(family, family.sources).map((member) => {
    const guess = fillPattern(parsePattern(family.component), member.captures);
    return { member, guess, name: servedName(family, member, served) };
  });
  if (members.every(({ name }) => name === undefined)) return [{ ...family, isServed: false }];
  const pattern = commonName(members);
  if (pattern !== undefined) return [{ ...family, component: pattern, isServed: true }];
  return members.map(({ member: { path, captures }, guess, name }) => ({
    ...family,
    component: name ?? guess,
    source: family.source === undefined ? undefined : path,
    translations: fillPattern(parsePattern(family.translations), captures),
    sources: [path],
    isServed: name !== undefined,
  }));
}

function servedName(
  { source, translations }: DetectedFamily,
  { path, captures }: FileMatch,
  served: readonly ComponentFiles[],
): string | undefined {
  const mask = fillPattern(parsePattern(translations), captures).replace(/\{language[^}]*\}/, "*");
  const isMask = ({ filemask }: ComponentFiles): boolean => filemask === mask;
  const isSource = ({ template, newBase }: ComponentFiles): boolean =>
    source !== undefined && (template === path || newBase === path);
  const candidates = [served.filter((each) => isMask(each) && isSource(each)), served.filter(isMask)];
  const sameSource = served.filter(isSource);
  // A source may feed several components; by it alone one of them is found only where it is the only one.
  const found = candidates.find(({ length }) => length > 0) ?? (sameSource.length === 1 ? sameSource : []);
  return found[0]?.names.join("/");
}

interface Member {
  readonly member: FileMatch;
  readonly name: string | undefined;
}

/** `web-{package}`, where the service's names of all packages are of that form; undefined where they are not. */
function commonName(members: readonly Member[]): string | undefined {
  const [first] = members;
  if (first?.name === undefined) return undefined;
  if (members.length === 1 && Object.keys(first.member.captures).length === 0) return first.name;
  const { name, member } = first;
  return Object.entries(member.captures)
    .filter(([, value]) => value !== "" && name.includes(value))
    .map(([capture, value]) => name.replace(value, () => `{${capture}}`))
    .find((pattern) => members.every((each) => fillPattern(parsePattern(pattern), each.member.captures) === each.name));
}

/** A guess that has become the name of other files gets a number. @param others names of other repositories' components */
function withoutClashes(named: readonly Renamed[], others: ReadonlySet<string>): readonly DetectedFamily[] {
  const taken = new Set(named.flatMap(({ isServed, component }) => (isServed ? [component] : [])));
  return named.map(({ isServed, ...family }) => {
    if (isServed) return family;
    const isTaken = (name: string): boolean =>
      taken.has(name) ||
      componentFiles(family, family.sources).some(({ captures }) =>
        others.has(fillPattern(parsePattern(name), captures)),
      );
    let component = family.component;
    for (let number = 2; isTaken(component); number++) component = `${family.component}-${String(number)}`;
    taken.add(component);
    return { ...family, component };
  });
}
