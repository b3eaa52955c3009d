import { crowdin } from "./crowdin.ts";
import type { ConfigurationReader } from "./imported.ts";
import { lingo } from "./lingo.ts";
import { localazy } from "./localazy.ts";
import { lokalise } from "./lokalise.ts";
import { phrase } from "./phrase.ts";
import { tolgee } from "./tolgee.ts";
import { transifex } from "./transifex.ts";

/** Every tool whose configuration can be read, by what `--from` calls it. */
export const configurationReaders: ReadonlyMap<string, ConfigurationReader> = new Map(
  [crowdin, transifex, phrase, lokalise, localazy, tolgee, lingo].map((reader) => [reader.tool, reader]),
);
