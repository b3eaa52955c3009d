import { endpoints } from "../contract/index.ts";

interface Known {
  readonly template: string;
  readonly methods: ReadonlySet<string>;
  readonly parts: readonly string[];
}

/** Said of what the contract does not declare: nothing of the address but that. */
const OTHER = "other";

let known: readonly Known[] | undefined;

/**
 * The endpoint of the contract that a request is for, by its template: `/api/components/{project}/{component}/`.
 * @param path encoded, below the service's address, with or without a query
 * @returns `other` for what the contract does not declare
 */
export function endpointOf(method: string, path: string): string {
  known ??= knownEndpoints();
  const [pathname = ""] = path.split(/[?#]/);
  const parts = partsOf(pathname);
  const fitting = known.filter((each) => fits(each.parts, parts));
  return (fitting.find(({ methods }) => methods.has(method)) ?? fitting[0])?.template ?? OTHER;
}

/** Those with fewer placeholders first: a word says more than a value. */
function knownEndpoints(): readonly Known[] {
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  return [...byPath]
    .map(([template, declared]) => ({
      template,
      methods: new Set(declared.map(({ method }) => method)),
      parts: partsOf(template),
    }))
    .toSorted((one, other) => one.parts.filter(isValue).length - other.parts.filter(isValue).length);
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function fits(template: readonly string[], parts: readonly string[]): boolean {
  return template.length === parts.length && template.every((part, index) => isValue(part) || part === parts[index]);
}

function isValue(part: string): boolean {
  return part.startsWith("{");
}
