import { UserError } from "../core/errors.ts";
import { componentName, type ResolvedMapping } from "../mapping/binding.ts";
import { nearest } from "../mapping/nearest.ts";

/**
 * A filter that names nothing would end as a run in which all is well.
 * @param name `project/component`, or the component's slug alone
 * @throws {UserError} `IL-W02`
 */
export function assertBound(name: string, { bindings, path }: Pick<ResolvedMapping, "bindings" | "path">): void {
  const known = bindings.flatMap(({ component }) => [componentName(component), component.component]);
  if (known.includes(name)) return;
  const close = nearest(name, known);
  throw new UserError(`${path} has no component "${name}"${close === undefined ? "" : `; did you mean "${close}"?`}`, {
    code: "IL-W02",
    hint: `It has ${[...new Set(bindings.map(({ component }) => componentName(component)))].join(", ")}.`,
  });
}
