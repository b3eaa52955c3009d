import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { command, output } from "./command.ts";
import { downloaded, type Available } from "./download-cache.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const DOWNLOAD_MILLISECONDS = 180_000;
/** Pinned, so that no other version is looked for. */
const MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";

/** A published package, as its registry's own client names it: `django==5.2.8`, `primelocale@2.5.0`, `group:artifact:version:jar`, `redmine=5.0.4-5`. */
export interface Package {
  readonly registry: "python" | "npm" | "maven" | "go" | "debian";
  readonly name: string;
  /** Those of its files that are wanted, by their paths inside the package. */
  readonly files: RegExp;
}

/** First of the programs that answers to `--version`. */
export async function programOnPath(...names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    const found = await command(name, ["--version"]).catch(() => undefined);
    if (found?.exitCode === 0) return name;
  }
  return undefined;
}

export async function python(): Promise<string> {
  const program = await programOnPath("python3", "python");
  if (program === undefined) throw new Error("Python is not installed");
  return program;
}

/** Folder with the package's wanted files under their paths, fetched once. */
export function packageFiles({ registry, name, files }: Package): Promise<Available> {
  // Another selection of files is another folder.
  const selection = createHash("sha256").update(files.source).digest("hex").slice(0, 8);
  return downloaded(`${name.replaceAll(/[^\w.-]+/g, "-")}-${selection}`, async (folder) => {
    await using temporary = await temporaryDirectory();
    const found = Object.entries(await downloads[registry](name, files, temporary.path));
    if (found.length === 0) throw new Error(`${name} holds no file like ${String(files)}`);
    for (const [path, content] of found) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  });
}

type Files = Readonly<Record<string, Uint8Array>>;

/** Each with the client that people have for that registry, and its configuration. */
const downloads: Readonly<
  Record<Package["registry"], (name: string, files: RegExp, folder: string) => Promise<Files>>
> = {
  async python(name, files, folder) {
    const args = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, name];
    await run(await python(), args, folder);
    return zipFiles(await onlyFileIn(folder), files);
  },
  async npm(name, files, folder) {
    await run(process.platform === "win32" ? "npm.cmd" : "npm", ["pack", "--silent", name], folder);
    await run("tar", ["xzf", await onlyFileIn(folder)], folder);
    return await folderFiles(join(folder, "package"), files);
  },
  async maven(name, files, folder) {
    await run("mvn", ["-q", "-B", MAVEN_COPY, `-Dartifact=${name}`, `-DoutputDirectory=${folder}`], folder);
    return zipFiles(await onlyFileIn(folder), files);
  },
  async go(name, files, folder) {
    // A module cache of its own, writable, so that it can be deleted.
    const env = { ...process.env, GOMODCACHE: join(folder, "modules"), GOFLAGS: "-modcacherw" };
    const answer: { Dir: string } = JSON.parse(await run("go", ["mod", "download", "-json", name], folder, env));
    return await folderFiles(answer.Dir, files);
  },
  async debian(name, files, folder) {
    await run("apt-get", ["download", "-qq", name], folder);
    const content = join(folder, "content");
    await run("dpkg-deb", ["-x", await onlyFileIn(folder), content], folder);
    return await folderFiles(content, files);
  },
};

function run(program: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv): Promise<string> {
  return output(program, args, {
    cwd,
    timeoutMilliseconds: DOWNLOAD_MILLISECONDS,
    ...(env === undefined ? {} : { env }),
  });
}

async function onlyFileIn(folder: string): Promise<string> {
  const [name, ...rest] = await readdir(folder);
  if (name === undefined || rest.length > 0) throw new Error(`one downloaded file was expected in ${folder}`);
  return join(folder, name);
}

async function zipFiles(archive: string, files: RegExp): Promise<Files> {
  return unzipSync(await readFile(archive), { filter: ({ name }) => files.test(name) });
}

async function folderFiles(folder: string, files: RegExp): Promise<Files> {
  const found: Record<string, Uint8Array> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    if (entry.isFile() && files.test(name)) found[name] = await readFile(path);
  }
  return found;
}
