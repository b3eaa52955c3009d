import type { Permission } from "../../contract/permission.ts";
import { componentName, type Binding, type ResolvedMapping } from "../../mapping/binding.ts";

/** What a step of a run takes of the token's user: of each group of alternatives one, all of it. */
export interface Need {
  readonly component: string;
  readonly project: string;
  /** Completes "needed to …": `bring translations home`. */
  readonly purpose: string;
  readonly anyOf: readonly (readonly Permission[])[];
  /** A run works without it, and says or does less. */
  readonly isOptional?: true;
}

/** What of a component decides how its source gets to the service. */
export interface ComponentNature {
  readonly isBilingual: boolean;
  readonly readsThisRepository: boolean;
  /** Whoever may not override votes can only suggest. */
  readonly votesDecide?: boolean;
}

/** Which permissions the steps need that a run of this mapping may take (facts §1.5, §2). */
export function needsOf(
  binding: Binding,
  mapping: Pick<ResolvedMapping, "branches" | "withLock">,
  nature: ComponentNature,
): readonly Need[] {
  const about = { component: componentName(binding.component), project: binding.component.project };
  const need = (purpose: string, ...anyOf: readonly (readonly Permission[])[]): Need => ({ ...about, purpose, anyOf });
  const helpful = (...needed: Parameters<typeof need>): Need => ({ ...need(...needed), isOptional: true });
  const { translations } = binding.push;
  return [
    need("bring translations home", ["translation.download"]),
    need("have pending strings written to files", ["vcs.commit"]),
    helpful("see whether the service reads this repository", ["vcs.view"], ["vcs.access"]),
    ...(nature.readsThisRepository
      ? [
          need("have the service pull this repository", ["vcs.update"]),
          helpful("mend the service's clone where it cannot merge this repository", HEALING),
        ]
      : [need("send the source file", ...sourceNeeds(binding, nature))]),
    ...(translations === "never"
      ? []
      : [need(`send translations (push.translations: ${translations})`, ["upload.perform", "unit.edit"])]),
    ...(translations === "changed"
      ? [need("change translations on the service", changedNeeds[binding.push.as ?? "translate"])]
      : []),
    ...(nature.votesDecide === true && uploads(binding, nature)
      ? [need("upload where votes decide what becomes a translation (suggestion_voting)", ["unit.override"])]
      : []),
    ...(translations !== "never" || binding.languages.request.length > 0
      ? [need("add languages", ["translation.add"])]
      : []),
    ...(mapping.withLock ? [need("lock components (with-lock)", ["component.lock"])] : []),
    ...(mapping.branches.some(({ create }) => create) ? [need("make components for branches", ["project.edit"])] : []),
    ...(mapping.branches.some(({ remove }) => remove)
      ? [need("remove components of branches", ["component.edit"])]
      : []),
  ];
}

/** Whether real services ask for the right to override votes: the template of a gettext file is nobody's translation. */
function uploads({ push }: Binding, { isBilingual, readsThisRepository }: ComponentNature): boolean {
  return push.translations !== "never" || !(isBilingual || readsThisRepository);
}

/** The clone's components are locked, it is reset, and what only the service had is uploaded again (docs/healing.md). */
const HEALING = [
  "component.lock",
  "vcs.reset",
  "upload.perform",
  "unit.edit",
  "upload.overwrite",
  "translation.add",
] as const;

const changedNeeds = {
  translate: ["upload.overwrite"],
  suggest: ["suggestion.add"],
  approve: ["upload.overwrite", "unit.review"],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

function sourceNeeds({ push: { method } }: Binding, { isBilingual }: ComponentNature): Need["anyOf"] {
  if (isBilingual) return [["upload.perform", "source.edit"]];
  const template = ["upload.perform", "source.edit", "unit.template"] as const;
  if (method === "translate") return [[...template, "unit.edit"]];
  if (method === "add") return [[...template, "unit.add"]];
  return [
    [...template, "component.edit"],
    [...template, "unit.add", "unit.delete", "unit.edit"],
  ];
}
