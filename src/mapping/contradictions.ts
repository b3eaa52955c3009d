import { otherService } from "./service-fault.ts";
import { findLanguage } from "../catalog/languages.ts";
import type { MappingProblem } from "./errors.ts";
import type { ParsedMapping } from "./load.ts";
import type { KeyPath } from "./mapping-source.ts";
import type { Mapping, MappingComponent } from "./schema.ts";

/** Settings that exclude each other, or cannot do anything: each alone may be right. `IL-M03` and `IL-M07`. */
export function contradictions(parsed: ParsedMapping): MappingProblem[] {
  const { value: mapping } = parsed;
  return [
    ...languageProblems(parsed, mapping.languages, []),
    ...aliasProblems(parsed, mapping.languages, []),
    ...minimumProblems(parsed, mapping.pull, []),
    ...mapping.components.flatMap((entry, at) => [
      ...languageProblems(parsed, entry.languages, ["components", at]),
      ...aliasProblems(parsed, entry.languages, ["components", at]),
      ...minimumProblems(parsed, entry.pull, ["components", at]),
      ...pathProblems(parsed, entry, ["components", at]),
    ]),
    ...gateProblems(parsed, mapping),
    ...branchProblems(parsed, mapping),
    ...serviceProblems(parsed, mapping),
    ...titleProblems(parsed, mapping),
  ];
}

function languageProblems(
  parsed: ParsedMapping,
  languages: Mapping["languages"],
  keys: KeyPath,
): readonly MappingProblem[] {
  const { only, except = [], request = [] } = languages ?? {};
  const both = except.flatMap((code, at) =>
    only?.includes(code) === true
      ? [
          parsed.problem([...keys, "languages", "except", at], {
            code: "IL-M03",
            message: `${code} is in both \`only\` and \`except\``,
            hint: "Remove it from one of the two: in both, the language takes no part.",
          }),
        ]
      : [],
  );
  const asked = request.flatMap((code, at) => {
    const isOut = except.includes(code);
    if (!isOut && (only === undefined || only.includes(code))) return [];
    return [
      parsed.problem([...keys, "languages", "request", at], {
        code: "IL-M03",
        message: `${code} is requested and ${isOut ? "is in `except`" : "is not in `only`"}`,
        hint: isOut ? "Remove it from one of the two." : "Add it to `only`, or remove it from `request`.",
      }),
    ];
  });
  return [...both, ...asked];
}

/** Only a code in paths has a hyphen where the service's own has an underscore. */
function aliasProblems(
  parsed: ParsedMapping,
  languages: Mapping["languages"],
  keys: KeyPath,
): readonly MappingProblem[] {
  return Object.entries(languages?.aliases ?? {}).flatMap(([code, text]) =>
    code.includes("-") && text.includes("_") && findLanguage(text)?.code === text
      ? [
          parsed.problem([...keys, "languages", "aliases", code], {
            code: "IL-M03",
            message: `${text} is the service's code, and stands where the code in paths belongs`,
            hint: `The service's code comes first: \`{ ${text}: ${code} }\`.`,
          }),
        ]
      : [],
  );
}

function minimumProblems(parsed: ParsedMapping, pull: Mapping["pull"], keys: KeyPath): readonly MappingProblem[] {
  const minimum = pull?.["minimum-translated"] ?? 0;
  if (minimum <= 0 || minimum >= 1) return [];
  return [
    parsed.problem([...keys, "pull", "minimum-translated"], {
      code: "IL-M03",
      message: `minimum-translated is ${String(minimum)}, less than one percent`,
      hint: `Write percents: ${String(Math.round(minimum * 100))}.`,
    }),
  ];
}

function pathProblems(
  parsed: ParsedMapping,
  { translations }: MappingComponent,
  keys: KeyPath,
): readonly MappingProblem[] {
  const at = translations.indexOf("${language");
  if (at === -1) return [];
  return [
    parsed.problem([...keys, "translations"], {
      code: "IL-M07",
      message: "there is a $ before {language}, which would become part of every path",
      piece: "$",
      at,
      hint: `Write ${JSON.stringify(translations.replace("${language", "{language"))}.`,
    }),
  ];
}

function gateProblems(parsed: ParsedMapping, { review }: Mapping): readonly MappingProblem[] {
  const [fail, pass] = [review?.["fail-below"], review?.["pass-above"]];
  if (fail === undefined || pass === undefined || pass >= fail) return [];
  return [
    parsed.problem(["review", "pass-above"], {
      code: "IL-M03",
      message: `pass-above is ${String(pass)}, less than fail-below, ${String(fail)}`,
      hint: "A check fails below fail-below and passes from pass-above on, which is the larger of the two.",
    }),
  ];
}

function branchProblems(parsed: ParsedMapping, mapping: Mapping): readonly MappingProblem[] {
  const named = mapping["pull-request"]?.branch;
  const refused = named === undefined ? undefined : branchRefusal(named);
  return [
    ...(refused === undefined
      ? []
      : [
          parsed.problem(["pull-request", "branch"], {
            code: "IL-M03",
            message: `"${named ?? ""}" ${refused}`,
            hint: "Write a branch of its own, such as interlinear/{base}.",
          }),
        ]),
    ...(mapping.branches ?? []).flatMap(({ branch, component }, at) => [
      ...(isBalanced(branch)
        ? []
        : [
            parsed.problem(["branches", at, "branch"], {
              code: "IL-M07",
              message: `the pattern ${branch} opens a bracket and does not close it`,
              hint: "Write a pattern such as release/* or {1.x,2.x}.",
            }),
          ]),
      ...unknownPlaceholders(component ?? "", ["component", "branch"]).map((name) =>
        parsed.problem(["branches", at, "component"], {
          code: "IL-M07",
          message: `there is no {${name}} for the component of a branch`,
          piece: `{${name}}`,
          hint: "You can use {component} and {branch} there.",
        }),
      ),
    ]),
  ];
}

/** The address of a page, copied from a browser. */
function serviceProblems(parsed: ParsedMapping, { service }: Mapping): readonly MappingProblem[] {
  const other = otherService(service);
  if (other !== undefined) return [parsed.problem(["service"], { code: "IL-M10", ...other })];
  const page = /\/(?:(?:projects|browse|engage|components)\/[\w-]+|translate\/[\w-]+\/[\w-]+)(?:\/.*)?$/.exec(service);
  if (page === null || /\/api\/?$/.test(service)) return [];
  return [
    parsed.problem(["service"], {
      code: "IL-M10",
      message: "this is the address of a page of the service, not the service's",
      piece: page[0],
      hint: `Write \`${service.slice(0, page.index)}\`; project and component have keys of their own.`,
    }),
  ];
}

/** Liquid has two braces; one would stand in every title. */
function titleProblems(parsed: ParsedMapping, mapping: Mapping): readonly MappingProblem[] {
  const titles = [
    { keys: ["pull-request", "title"], text: mapping["pull-request"]?.title ?? "" },
    { keys: ["commit", "message"], text: mapping.commit?.message ?? "" },
  ];
  return titles.flatMap(({ keys, text }) => {
    const found = /(?<![{%])\{\s*(\w+)\s*\}(?![}%])/.exec(text);
    if (found === null) return [];
    const [piece, name = ""] = found;
    return [
      parsed.problem(keys, {
        code: "IL-M03",
        message: `${piece} would appear in the title as it is`,
        piece,
        at: found.index,
        hint: `A variable has two braces: {{ ${name} }}. docs/pull-request.md lists them.`,
      }),
    ];
  });
}

function branchRefusal(branch: string): string | undefined {
  if (branch.startsWith("refs/")) return "is a ref, not the name of a branch";
  const [unknown] = unknownPlaceholders(branch, ["base", "group", "language", "component", "project"]);
  if (unknown !== undefined) return `has {${unknown}} in it, which stands for nothing`;
  const isRefused = /[\s~^:?*[\\]|\.\.|^[-/]|\/$|\.lock$|\/\/|@\{/.test(branch.replaceAll(/\{\w+\}/g, "x"));
  return isRefused ? "is no name that git takes for a branch" : undefined;
}

function unknownPlaceholders(text: string, known: readonly string[]): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (known.includes(name) ? [] : [name]));
}

function isBalanced(pattern: string): boolean {
  const count = (character: string): number => pattern.split(character).length;
  return count("[") === count("]") && count("{") === count("}");
}
