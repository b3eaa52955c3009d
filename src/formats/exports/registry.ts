import { csv, csvMulti } from "./csv.ts";
import type { Exporter } from "./exporter.ts";
import { mo } from "./mo.ts";
import { aresource, json, jsonNested } from "./monolingual.ts";
import { po } from "./po.ts";
import { strings } from "./strings.ts";
import { tbx } from "./tbx.ts";
import { tmx } from "./tmx.ts";
import { xliff, xliff11 } from "./xliff.ts";
import { xlsx } from "./xlsx.ts";

const exporters: ReadonlyMap<string, Exporter> = new Map(
  [po, xliff, xliff11, tbx, tmx, mo, csv, csvMulti, xlsx, json, jsonNested, aresource, strings].map((exporter) => [
    exporter.name,
    exporter,
  ]),
);

/** Names of `?format=`, in the service's order. */
export const exportNames: readonly string[] = [...exporters.keys()];

/** @param name of `?format=`; undefined for a name the service does not know */
export function exporterFor(name: string): Exporter | undefined {
  return exporters.get(name);
}
