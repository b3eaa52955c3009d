import { isMapped, localeSets, type LocaleSet } from "./layout.ts";
import { readNamedFile, type NamedFile } from "./named-file.ts";
import { openWorkingTree, type WorkingTree } from "./working-tree.ts";

/** What is around the current folder, looked at when it is asked for: a file that says all itself needs none of it. */
export class Surroundings {
  readonly directory: string;
  readonly #mapping: string | undefined;
  readonly #files = new Map<string, Promise<NamedFile>>();
  #tree: Promise<WorkingTree> | undefined;
  #sets: Promise<readonly LocaleSet[]> | undefined;

  /** @param mapping path of the mapping from the root, where somebody named one */
  constructor(directory: string, mapping?: string) {
    this.directory = directory;
    this.#mapping = mapping;
  }

  tree(): Promise<WorkingTree> {
    this.#tree ??= openWorkingTree(this.directory);
    return this.#tree;
  }

  /** A file that several others need is read once. */
  file(name: string): Promise<NamedFile> {
    const known = this.#files.get(name) ?? readNamedFile(name, this.directory);
    this.#files.set(name, known);
    return known;
  }

  /** Whether a mapping says which files are translations. */
  async isMapped(): Promise<boolean> {
    return isMapped(await this.tree(), this.#mapping);
  }

  sets(): Promise<readonly LocaleSet[]> {
    this.#sets ??= this.tree().then((tree) => localeSets(tree, this.#mapping));
    return this.#sets;
  }
}
