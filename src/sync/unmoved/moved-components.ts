import { RemoteError } from "../../core/errors.ts";
import { componentName } from "../../mapping/binding.ts";
import type { ServiceChange, ServiceComponent } from "../../service-client/translation-service.ts";
import { COMMITTED, CONTENT, STILL } from "./standpoint.ts";

/** What touches strings of its own language, or nothing but what is said about them: comments and suggestions come and go, a text is taken back. */
const OF_ITS_LANGUAGE: ReadonlySet<number> = new Set([...CONTENT, COMMITTED, 8, 3, 64, 65, 4, 26]);

/** An entry that may have moved a component listed here. */
export interface Mover {
  readonly change: ServiceChange;
  /** Name of the component. */
  readonly name: string;
  /** Of the component; undefined where it is another one's, in whose clone this one's add-ons were at work. */
  readonly language: string | undefined;
}

/** What was listed. */
export interface Listed {
  /** Address of a language → name of its component. */
  addresses(): Promise<ReadonlyMap<string, string>>;
  inProject(project: string): Promise<readonly ServiceComponent[]>;
}

/**
 * Those of the entries that may have moved what was listed here; undefined where one may have moved anything. A string of a component that
 * nobody listed here moves none of it: what it is propagated into has entries of its own. Its commit runs the add-ons of the component whose
 * clone it shares, which may be one of ours (read in release 5.14.3: `commit_files` passes itself on to `linked_component`).
 */
export async function moversAmong(
  changes: readonly ServiceChange[],
  project: string,
  listed: Listed,
): Promise<readonly Mover[] | undefined> {
  const moving = changes.filter(({ action }) => !STILL.has(action));
  if (moving.length === 0) return [];
  const addresses = await listed.addresses();
  const ours = new Set(Array.from(addresses.keys(), folderOf));
  const names = new Set(addresses.values());
  const movers: Mover[] = [];
  for (const change of moving) {
    const { action, translation } = change;
    const name = addresses.get(translation ?? "");
    if (translation !== null && name !== undefined) {
      movers.push({ change, name, language: translation });
      continue;
    }
    if (translation === null || !OF_ITS_LANGUAGE.has(action) || ours.has(folderOf(translation))) return undefined;
    if (action !== COMMITTED) continue;
    const owner = ownerOfClone(change, await listed.inProject(project).catch(untold));
    if (owner === undefined) return undefined;
    if (names.has(owner)) movers.push({ change, name: owner, language: undefined });
  }
  return movers;
}

function untold(error: unknown): readonly ServiceComponent[] {
  if (error instanceof RemoteError) return [];
  throw error;
}

/** Where the languages of its component have their addresses. */
function folderOf(translation: string): string {
  return translation.slice(0, translation.lastIndexOf("/", translation.length - 2));
}

/** Name of the component that has the clone in which it was committed; undefined where nobody may know. */
function ownerOfClone({ component }: ServiceChange, known: readonly ServiceComponent[]): string | undefined {
  const changed = known.find(({ url }) => url === component);
  const isTold = changed?.linkedTo !== undefined || changed?.repository !== undefined;
  const owner = isTold ? known.find(({ url }) => url === (changed.linkedTo ?? changed.url)) : undefined;
  return owner && componentName(owner.path);
}
