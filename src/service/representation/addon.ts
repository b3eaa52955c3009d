import type { Addon } from "../../contract/resources/addon.ts";
import { address } from "./address.ts";

export interface AddonParts {
  readonly id: number;
  readonly name: string;
  readonly configuration: Record<string, unknown>;
  /** Of a component, or of the project itself. */
  readonly projectSlug: string;
  readonly componentPath: string | null;
}

export function representAddon(parts: AddonParts, origin: string): Addon {
  const { id, name, configuration, projectSlug, componentPath } = parts;
  return {
    id,
    name,
    component: componentPath === null ? null : address.component(origin, projectSlug, componentPath),
    project: componentPath === null ? address.project(origin, projectSlug) : null,
    configuration,
    url: address.addon(origin, id),
  };
}
