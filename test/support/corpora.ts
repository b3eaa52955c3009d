import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { command, output } from "./command.ts";
import { downloaded, type Available } from "./download-cache.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const DJANGO = "5.2.8";
const PRIMELOCALE = "2.5.0";
const DOWNLOAD_MILLISECONDS = 120_000;

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
 * Django's own translations: gettext, about 100 languages in 13 catalogues, as they lie in its wheel
 * (`django/contrib/auth/locale/cs/LC_MESSAGES/django.po`).
 */
export function djangoLocales(): Promise<Available> {
  return downloaded(`django-${DJANGO}`, async (folder) => {
    await using temporary = await temporaryDirectory();
    await output(
      await python(),
      ["-m", "pip", "download", "--quiet", "--no-deps", "--dest", temporary.path, `django==${DJANGO}`],
      { timeoutMilliseconds: DOWNLOAD_MILLISECONDS },
    );
    const wheel = (await readdir(temporary.path)).find((name) => name.endsWith(".whl"));
    if (wheel === undefined) throw new Error("pip downloaded no wheel of Django");
    const files = unzipSync(await readFile(join(temporary.path, wheel)), {
      filter: ({ name }) => /\/locale\/[^/]+\/LC_MESSAGES\/\w+\.po$/.test(name),
    });
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
  });
}

/** PrimeTek's locales: JSON, one file a language (`cs.json`), each below a key with its own language code. */
export function primeLocales(): Promise<Available> {
  return downloaded(`primelocale-${PRIMELOCALE}`, async (folder) => {
    await using temporary = await temporaryDirectory();
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await output(npm, ["pack", "--silent", `primelocale@${PRIMELOCALE}`], {
      cwd: temporary.path,
      timeoutMilliseconds: DOWNLOAD_MILLISECONDS,
    });
    await output("tar", ["xzf", `primelocale-${PRIMELOCALE}.tgz`], { cwd: temporary.path });
    const source = join(temporary.path, "package");
    const locales = (await readdir(source)).filter((name) => /^[a-z]{2,3}(?:-[A-Z]{2})?\.json$/.test(name));
    for (const name of locales) {
      const text = await readFile(join(source, name), "utf8");
      await writeFile(join(folder, name), withoutLanguageKey(text, basename(name, ".json")));
    }
  });
}

/** Takes the outermost key, which is the language's code, away and leaves every other byte; so the keys of all languages agree. */
function withoutLanguageKey(text: string, language: string): string {
  const start = text.indexOf("{", text.indexOf(`"${language}"`));
  const end = text.lastIndexOf("}", text.lastIndexOf("}") - 1);
  if (start < 0 || end < 0) throw new Error(`primelocale's ${language}.json is not laid out as expected`);
  return `${text.slice(start, end).trimEnd()}\n}\n`;
}
