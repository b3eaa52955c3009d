import { FormatError } from "../../formats/format.ts";
import type { ComponentSettings } from "../components/component-settings.ts";
import { formatOf } from "../files/component-files.ts";

/**
 * A file without the strings that the base file of its component does not have.
 * @returns undefined where there are none, or one of the files cannot be read: the alert tells of that
 */
export function withoutUnknown({
  settings,
  path,
  content,
  base,
}: {
  readonly settings: ComponentSettings;
  readonly path: string;
  readonly content: Uint8Array;
  readonly base: Uint8Array;
}): Uint8Array | undefined {
  const format = formatOf(settings);
  try {
    const known = new Set(format.read(base, { path: settings.template }).units.map(({ key }) => key));
    const unknown = format.read(content, { path }).units.filter(({ key }) => !known.has(key));
    if (unknown.length === 0) return undefined;
    const changes = unknown.map(({ key }) => ({ kind: "remove", key }) as const);
    return format.patch(content, changes, { path });
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
