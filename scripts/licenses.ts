import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * What the licences of bundled packages ask to go with them.
 * @param modules paths of all modules in the bundle
 */
export async function licensesOf(modules: readonly string[]): Promise<string> {
  const folders = modules.map((path) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0]);
  const licenses = [...new Set(folders)].filter((folder) => folder !== undefined).map(licenseOf);
  return [...new Set(await Promise.all(licenses))].toSorted().join("\n");
}

async function licenseOf(folder: string): Promise<string> {
  const { name, license }: { name: string; license?: string } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  if (license === undefined) throw new Error(`The package ${name} names no licence.`);
  const files = (await readdir(folder)).filter((file) => /^(?:licen[cs]e|copying)\b/i.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return `${[name, license, ...texts.map((text) => text.replaceAll("\r\n", "\n").trim())].join("\n\n")}\n`;
}
