import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { downloaded, isDownloaded, type Available } from "./download-cache.ts";
import { clients, type Fetched, type Registry } from "./package-clients.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** A published package, as its registry's own client names it: `django==5.2.8`, `primelocale@2.5.0`, `group:artifact:version:jar`, `redmine=5.0.4-5`. */
export interface Package {
  readonly registry: Registry;
  readonly name: string;
  /** Those of its files that are wanted, by their paths inside the package. */
  readonly files: RegExp;
}

/** Folder with the package's wanted files under their paths, fetched once. */
export function packageFiles(wanted: Package): Promise<Available> {
  return keep(wanted, async () => {
    await using folder = await temporaryDirectory();
    const [fetched] = await clients[wanted.registry]([wanted.name], folder.path);
    return (await fetched?.(wanted.files)) ?? {};
  });
}

/** `packageFiles` of many in advance: the client of a registry is started once for all its packages. What fails so is left to `packageFiles`. */
export async function prefetch(wanted: readonly Package[]): Promise<void> {
  const missing = wanted.filter((each) => !isDownloaded(folderName(each)));
  const byRegistry = [...Map.groupBy(missing, ({ registry }) => registry)];
  await Promise.all(byRegistry.map(([registry, packages]) => prefetchFrom(registry, packages).catch(() => undefined)));
}

async function prefetchFrom(registry: Registry, packages: readonly Package[]): Promise<void> {
  await using folder = await temporaryDirectory();
  const names = [...new Set(packages.map(({ name }) => name))];
  const fetched = await clients[registry](names, folder.path);
  const byName = new Map<string, Fetched | undefined>(names.map((name, index) => [name, fetched[index]]));
  await Promise.all(packages.map((each) => keep(each, async () => (await byName.get(each.name)?.(each.files)) ?? {})));
}

/** Another selection of files is another folder. */
function folderName({ name, files }: Package): string {
  const selection = createHash("sha256").update(files.source).digest("hex").slice(0, 8);
  return `${name.replaceAll(/[^\w.-]+/g, "-")}-${selection}`;
}

function keep(wanted: Package, read: () => ReturnType<Fetched>): Promise<Available> {
  return downloaded(folderName(wanted), async (folder) => {
    const found = Object.entries(await read());
    if (found.length === 0) throw new Error(`${wanted.name} holds no file like ${String(wanted.files)}`);
    for (const [path, content] of found) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  });
}
