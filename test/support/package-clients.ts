import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { unzipSync } from "fflate";
import { command, output } from "./command.ts";

export type Registry = "python" | "npm" | "maven" | "go" | "debian";

/** Paths inside the package → contents. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** A package as its registry's client brought it: gives those of its files that are wanted. */
export type Fetched = (files: RegExp) => Promise<Files>;

const DOWNLOAD_MILLISECONDS = 180_000;
/** Pinned, so that no other version is looked for. */
const MAVEN_DEPENDENCY = { group: "org.apache.maven.plugins", artifact: "maven-dependency-plugin", version: "3.6.1" };

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

/**
 * For each registry the client that people have for it, with its configuration, started once: starting them costs more than what they
 * bring. All packages, in the order of the names, or an error.
 * @param folder an existing one for what they bring
 */
export const clients: Readonly<
  Record<Registry, (names: readonly string[], folder: string) => Promise<readonly Fetched[]>>
> = {
  async python(names, folder) {
    const args = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder, ...names];
    await run(await python(), args, folder, names.length);
    const wheels = await readdir(folder);
    // `django==5.2.8` lies in `django-5.2.8-py3-none-any.whl`, and others write `_` for `-` and `.`, or the other way round.
    const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_.=]+/g, "-");
    return names.map((name) => {
      const wheel = wheels.find((each) => plain(each).startsWith(`${plain(name)}-`));
      return zipped(folder, name, wheel);
    });
  },
  async npm(names, folder) {
    const program = process.platform === "win32" ? "npm.cmd" : "npm";
    const archives = (await run(program, ["pack", "--silent", ...names], folder, names.length)).trim().split("\n");
    return names.map((name, index) => async (files) => {
      const content = join(folder, `content-${String(index)}`);
      await mkdir(content);
      await run("tar", ["xzf", join(folder, named(name, archives[index])), "-C", content], folder);
      return await folderFiles(join(content, "package"), files);
    });
  },
  async maven(names, folder) {
    const items = names.map((name, index) => {
      const [group = "", artifact = "", version = "", type = ""] = name.split(":");
      const to = join(folder, String(index));
      return `<artifactItem><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><type>${type}</type><outputDirectory>${to}</outputDirectory></artifactItem>`;
    });
    const { group, artifact, version } = MAVEN_DEPENDENCY;
    await writeFile(
      join(folder, "pom.xml"),
      `<project><modelVersion>4.0.0</modelVersion><groupId>tests</groupId><artifactId>tests</artifactId><version>1</version><packaging>pom</packaging>
<build><plugins><plugin><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>
<configuration><artifactItems>${items.join("")}</artifactItems></configuration></plugin></plugins></build></project>\n`,
    );
    await run("mvn", ["-q", "-B", `${group}:${artifact}:${version}:copy`], folder, names.length);
    return await Promise.all(
      names.map(async (name, index) => {
        const place = join(folder, String(index));
        const [archive] = await readdir(place);
        return zipped(place, name, archive);
      }),
    );
  },
  async go(names, folder) {
    // A module cache of its own, writable, so that it can be deleted.
    const env = { ...process.env, GOMODCACHE: join(folder, "modules"), GOFLAGS: "-modcacherw" };
    const answers = await run("go", ["mod", "download", "-json", ...names], folder, names.length, env);
    // One object after the other.
    const modules: readonly { Path: string; Version: string; Dir: string }[] = JSON.parse(
      `[${answers.replaceAll(/^\}\s*^\{/gm, "},{")}]`,
    );
    return names.map((name) => {
      const place = modules.find(({ Path, Version }) => `${Path}@${Version}` === name)?.Dir;
      return (files) => folderFiles(named(name, place), files);
    });
  },
  async debian(names, folder) {
    return await Promise.all(
      names.map(async (name, index): Promise<Fetched> => {
        const place = join(folder, String(index));
        await mkdir(place);
        await run("apt-get", ["download", "-qq", name], place);
        const [archive] = await readdir(place);
        const content = join(place, "content");
        await run("dpkg-deb", ["-x", join(place, named(name, archive)), content], place);
        return (files) => folderFiles(content, files);
      }),
    );
  },
};

/** @param packages how many it is for: so much more may it take */
function run(
  program: string,
  args: readonly string[],
  cwd: string,
  packages = 1,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return output(program, args, { cwd, env, timeoutMilliseconds: DOWNLOAD_MILLISECONDS * packages });
}

function named(name: string, file: string | undefined): string {
  if (file === undefined) throw new Error(`the client brought no file of ${name}`);
  return file;
}

function zipped(folder: string, name: string, archive: string | undefined): Fetched {
  return async (files) =>
    unzipSync(await readFile(join(folder, named(name, archive))), { filter: (entry) => files.test(entry.name) });
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
