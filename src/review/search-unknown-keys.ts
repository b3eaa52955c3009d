import { componentName, type Binding } from "../mapping/binding.ts";
import { fileOf } from "../mapping/catalogue-paths.ts";
import { boundTo } from "../mapping/bound-paths.ts";
import type { Blobs, ReadBlob } from "./blobs.ts";
import { isCode, keyCalls, MOST_CODE_BYTES, type KeyCall } from "./key-calls.ts";
import { KnownKeys, type KeySource } from "./known-keys.ts";
import { readSource } from "./read-file.ts";
import type { UnknownKey } from "./review.ts";
import type { BoundCommit } from "./touched-components.ts";
import { unknownKeys } from "./unknown-keys.ts";

/** A change that touches more is a move or a new dependency; looking through all of it would say nothing new. */
const MOST_FILES = 500;
/** Resources of Android that are not translated: `values/donottranslate.xml`, moko's `base/strings.xml`. */
const MOST_RESOURCES = 300;

export interface UnknownKeySearch {
  readonly before: BoundCommit;
  readonly after: BoundCommit;
  /** Code that the change touches, as {@link changedCode} has it. */
  readonly code: readonly string[];
  /** Components whose source has been read already. */
  readonly read: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Files at head in which keys are looked for: code that the change touches and that is no translation. */
export function changedCode({ files, bindings }: BoundCommit, changed: ReadonlySet<string>): readonly string[] {
  const isBound = boundTo(bindings);
  return [...changed]
    .filter((path) => files.has(path) && isCode(path))
    .slice(0, MOST_FILES)
    .filter((path) => !isBound(path));
}

/** Reads sources only where code asks for a text at all. Where one of them cannot be read, nothing is said. */
export async function searchUnknownKeys(
  { prefetch, read }: Blobs,
  search: UnknownKeySearch,
): Promise<readonly UnknownKey[]> {
  const { before, after } = search;
  const asking = await callingFiles(read, search);
  // What code may ask for is known where every component has a list of its texts.
  if (asking.length === 0 || after.bindings.some(({ source }) => source === undefined)) return [];
  const open = after.bindings.filter(({ component }) => !search.read.has(componentName(component)));
  const resources = asking.some(({ calls }) => calls.some(({ family }) => family === "android"))
    ? unboundResources(after)
    : [];
  await prefetch([
    ...open.flatMap(({ source = "" }) => after.files.get(source) ?? []),
    ...asking.flatMap(({ path }) => before.files.get(path) ?? []),
    ...resources.flatMap((path) => after.files.get(path) ?? []),
  ]);
  const sources = await readSources(read, search, open);
  if (sources === undefined || sources.length === 0) return [];
  const files = await Promise.all(
    asking.map(async ({ path, calls }) => ({ path, calls, earlier: await earlierKeys(read, path, before) })),
  );
  return unknownKeys(files, {
    known: new KnownKeys([...sources, ...(await readResources(read, resources, after))]),
    isTemplateTouched: after.bindings.some(
      ({ source = "" }) => source.endsWith(".pot") && before.files.get(source) !== after.files.get(source),
    ),
    isGettextOnly: after.bindings.every(({ source = "" }) => /\.pot?$/.test(source)),
  });
}

async function callingFiles(
  read: ReadBlob,
  { code, after }: UnknownKeySearch,
): Promise<readonly { readonly path: string; readonly calls: readonly KeyCall[] }[]> {
  const files = await Promise.all(
    code.map(async (path) => {
      const blob = after.files.get(path);
      return { path, calls: blob === undefined ? [] : await callsIn(path, blob, read) };
    }),
  );
  return files.filter(({ calls }) => calls.length > 0);
}

async function earlierKeys(
  read: ReadBlob,
  path: string,
  { files }: BoundCommit,
): Promise<ReadonlySet<string> | undefined> {
  const blob = files.get(path);
  return blob === undefined ? undefined : new Set((await callsIn(path, blob, read)).map(({ key }) => key));
}

async function callsIn(path: string, blob: string, read: ReadBlob): Promise<readonly KeyCall[]> {
  const bytes = await read(blob, MOST_CODE_BYTES);
  return bytes === undefined ? [] : keyCalls(path, bytes);
}

/** Undefined where a source cannot be read. */
async function readSources(
  read: ReadBlob,
  { after, read: known }: UnknownKeySearch,
  open: readonly Binding[],
): Promise<readonly KeySource[] | undefined> {
  const sources: KeySource[] = after.bindings.flatMap(({ component, source = "" }) => {
    const keys = known.get(componentName(component));
    return keys === undefined ? [] : [{ path: fileOf(source), keys }];
  });
  for (const { source = "" } of open) {
    const blob = after.files.get(source);
    if (blob === undefined) continue;
    const file = await readSource({ path: source, blob }, undefined, read);
    if (file.kind !== "read") return undefined;
    sources.push({ path: fileOf(source), keys: file.catalogue.units.map(({ key }) => key) });
  }
  return sources;
}

function unboundResources({ files, bindings }: BoundCommit): readonly string[] {
  const bound = new Set(bindings.map(({ source }) => source));
  return [...files.keys()]
    .filter((path) => /(?:^|\/)(?:values|base)\/[^/]+\.xml$/.test(path) && !bound.has(path))
    .slice(0, MOST_RESOURCES);
}

async function readResources(
  read: ReadBlob,
  paths: readonly string[],
  { files }: BoundCommit,
): Promise<readonly KeySource[]> {
  return Promise.all(
    paths.map(async (path) => {
      const blob = files.get(path);
      const text = blob === undefined ? "" : new TextDecoder().decode(await read(blob, MOST_CODE_BYTES));
      return { path, keys: Array.from(text.matchAll(/\bname="([\w.]+)"/g), ([, name = ""]) => name) };
    }),
  );
}
