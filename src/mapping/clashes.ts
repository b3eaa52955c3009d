import { isDeepStrictEqual } from "node:util";
import { componentName } from "./binding.ts";
import type { Binding } from "./binding.ts";
import type { PatternKey } from "./entry-patterns.ts";
import type { MappingProblem } from "./errors.ts";
import { TranslationPlaces } from "./language-paths.ts";
import type { ParsedMapping } from "./load.ts";
import type { KeyPath } from "./mapping-source.ts";

/** A binding, and the entry that it is from. */
export interface Bound {
  readonly binding: Binding;
  readonly keys: KeyPath;
}

/** What two bindings may not share. Languages that meet on one path show once the service's are known: `languagePaths`. */
const shared: readonly {
  readonly key: PatternKey;
  readonly of: (binding: Binding) => string | undefined;
  readonly message: (value: string, binding: Binding, other: Binding) => string;
}[] = [
  {
    key: "component",
    of: ({ component }) => componentName(component),
    message: (value, binding, other) => `${value} is bound twice: to ${filesOf(other)} and to ${filesOf(binding)}`,
  },
  {
    key: "source",
    of: ({ source }) => source,
    message: (value, { component }, other) =>
      `${value} is the source of two components: ${componentName(other.component)} and ${componentName(component)}`,
  },
  {
    key: "translations",
    of: ({ translations }) => translations.replace(/\{language[^}]*\}/, "{language}"),
    message: (value, { component }, other) =>
      `the translations of two components would be one file, ${value}: ${componentName(other.component)} and ${componentName(component)}`,
  },
];

function filesOf({ source, translations }: Binding): string {
  return source ?? translations;
}

/** Bindings that would write one file: `IL-M08`. */
export function clashes(bound: readonly Bound[], parsed: ParsedMapping): MappingProblem[] {
  const problems = sharedValues(bound, parsed);
  // Entries that share a path meet in their sources as well: one mistake.
  return problems.length > 0 ? problems : overwrittenSources(bound, parsed);
}

function sharedValues(bound: readonly Bound[], parsed: ParsedMapping): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const owners = shared.map(() => new Map<string, Bound>());
  for (const item of bound) {
    for (const [index, { key, of, message }] of shared.entries()) {
      const value = of(item.binding);
      if (value === undefined) continue;
      const other = owners[index]?.get(value);
      if (other === undefined) {
        owners[index]?.set(value, item);
        continue;
      }
      const hint = isDeepStrictEqual(other.keys, item.keys)
        ? `Catch what makes the files differ in a capture {name} of "source", and use it in "${key}".`
        : otherEntry(other, parsed);
      const text = { code: "IL-M08", message: message(value, item.binding, other.binding), hint } as const;
      problems.push(parsed.problem([...item.keys, key], text));
      // The first thing two entries share says it all.
      break;
    }
  }
  return problems;
}

/** A source that lies where another component's translation into some language goes. */
function overwrittenSources(bound: readonly Bound[], parsed: ParsedMapping): MappingProblem[] {
  const places = new TranslationPlaces(bound.map(({ binding }) => binding));
  const order = new Map(bound.map((item, at) => [item.binding, { item, at }]));
  const found = bound.flatMap((owner) => {
    const { source } = owner.binding;
    if (source === undefined) return [];
    return places.languagesOf(source).flatMap(({ binding, language }) => {
      const writer = order.get(binding);
      return writer === undefined || binding.source === source ? [] : [{ ...writer, owner, source, language }];
    });
  });
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ item: { binding, keys }, owner, source, language }) => {
      const message = `the ${language} translation of ${componentName(binding.component)} would be ${source}, the source of ${componentName(owner.binding.component)}`;
      const hint = otherEntry(owner, parsed);
      return parsed.problem([...keys, "translations"], { code: "IL-M08", message, hint });
    });
}

function otherEntry({ keys }: Bound, parsed: ParsedMapping): string {
  return `The other entry is at line ${String(parsed.place(keys).line ?? 0)}.`;
}
