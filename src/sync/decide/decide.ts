import { defined } from "../../core/defined.ts";
import type { ComponentObservation, Observation, TranslationObservation } from "../observe/observation.ts";
import type { Finding, Plan, SentSince, Step } from "../plan.ts";
import { relate } from "../agreement/file-versions.ts";
import type { Intent } from "./intent.ts";
import { decideRequested, decideUnserved } from "./decide-languages.ts";
import { decideSource } from "./decide-source.ts";
import { withoutFrozen } from "./freeze.ts";
import { decidePrune } from "./prune.ts";
import { sourceRefusals, translationRefusals } from "../refusals.ts";
import { judged, standingOf, standingsOf, type Standings } from "./standing.ts";

interface Decision {
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  readonly inStep: number;
}

/** The whole plan of a run: a pure function of what was observed. Every rule of what moves, and why, is in here. */
export function decide(observation: Observation, intent: Intent): Plan {
  const standings = intent.standings ?? standingsOf(observation.components.map(judged));
  const decisions = withoutFrozen(
    observation.components.map((component) => decideComponent(component, observation, intent, standings)),
    observation.components,
    intent,
  );
  const steps = decisions.flatMap((decision) => decision.steps);
  const commits = intent.pull && !intent.settled ? decideCommits(observation, steps) : [];
  return {
    steps: inOrder([...withoutRepeatedPulls(steps), ...commits]),
    findings: decisions.flatMap((decision) => decision.findings),
    inStep: decisions.reduce((sum, decision) => sum + decision.inStep, 0),
  };
}

const ORDER: Readonly<Record<Step["kind"], number>> = {
  "create-component": 0,
  "remove-component": 0,
  "pull-repository": 0,
  "add-language": 1,
  upload: 2,
  // Between two uploads of one source.
  rename: 2,
  commit: 3,
  download: 4,
  prune: 5,
};

/** Steps in the order in which a run takes them. */
export function inOrder(steps: readonly Step[]): readonly Step[] {
  return steps.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind]);
}

/** Components that share a clone are pulled once. */
function withoutRepeatedPulls(steps: readonly Step[]): readonly Step[] {
  const seen = new Set<string>();
  return steps.filter((step) => {
    if (step.kind !== "pull-repository") return true;
    const isNew = !seen.has(step.owner);
    seen.add(step.owner);
    return isNew;
  });
}

function decideComponent(
  component: ComponentObservation,
  observation: Observation,
  intent: Intent,
  standings: Standings,
): Decision {
  const source = decideSource(component, observation.branch, intent);
  const pruned = intent.pull ? decidePrune(component, standings, intent) : nothing;
  const gone = new Set(pruned.steps.map(({ path }) => path));
  const translations = component.translations
    .filter(({ path }) => !gone.has(path))
    .map((observed) => decideTranslation(component, observed, intent, standings));
  // What a source that is sent brings along is ahead no more; the second look tells what is left.
  const isSourceSent = component.binding.source === undefined && source.steps.some(({ kind }) => kind === "upload");
  const languages = [decideRequested(component, intent), decideUnserved(component, intent), pruned];
  return {
    steps: [source, ...translations, ...languages].flatMap(({ steps }) => steps),
    findings: [source, ...translations, ...languages]
      .flatMap(({ findings }) => findings)
      .filter(({ kind }) => !(isSourceSent && kind === "ahead")),
    inStep: [source, ...translations].reduce((sum, { inStep }) => sum + inStep, 0),
  };
}

const nothing = { steps: [], findings: [], inStep: 0 } as const satisfies Decision;
const IN_STEP: Decision = { steps: [], findings: [], inStep: 1 };

function decideTranslation(
  component: ComponentObservation,
  observed: TranslationObservation,
  intent: Intent,
  standings: Standings,
): Decision {
  const { translation, path, blob, versions } = observed;
  const about = { component: component.name, language: translation.language, path };
  if (translation.revision === "") {
    if (!intent.pull) return nothing;
    return {
      ...nothing,
      findings: [
        {
          kind: "blocked",
          ...about,
          ...translationRefusals.notReadYet(),
        },
      ],
    };
  }
  if (blob === translation.revision && versions?.agreed?.isOutdated !== true) return IN_STEP;
  if (blob === undefined) return intent.pull ? decideNewFile(component, observed, standings) : nothing;

  const relation = relate(blob, translation.revision, versions ?? { blobs: [blob] });
  const agreed = versions?.agreed;
  const isAsAgreed = agreed?.blob === blob && agreed.service === translation.revision;
  if (isAsAgreed && intent.push && component.facts !== undefined && wantsKept(component, observed)) {
    // One that read the repository and kept its own is told of at the second look.
    if (!intent.settled || component.facts.readsThisRepository) return decideAhead(component, observed, blob, intent);
  }
  if (relation.kind === "in-step") return IN_STEP;
  const isSent = intent.sent?.has(`${component.name} ${path}`) === true;
  if (relation.kind === "ahead" && intent.pull && isSent) {
    return {
      ...nothing,
      steps: [
        {
          kind: "download",
          ...about,
          reason: "this run sent the file in git; what the service took of it shows whether both agree",
          from: blob,
          to: translation.revision,
          base: relation.base,
          isSent: true,
        },
      ],
    };
  }
  if (intent.push && wantsFill(component, observed)) return decideFill(component, observed, blob, intent);
  switch (relation.kind) {
    case "ahead":
      return decideAhead(component, observed, blob, intent);
    case "behind":
      if (!intent.pull) return nothing;
      return {
        ...nothing,
        steps: [
          {
            kind: "download",
            ...about,
            reason: "the service has a newer version than the file in git",
            from: blob,
            to: translation.revision,
            base: relation.base,
            ...defined({ hasNewNames: observed.hasNewNames }),
            ...(isSent ? { isSent } : {}),
          },
        ],
      };
  }
}

function decideNewFile(
  component: ComponentObservation,
  observed: TranslationObservation,
  standings: Standings,
): Decision {
  const { translation, path } = observed;
  const about = { component: component.name, language: translation.language, path };
  const { minimumTranslated: minimum, isJudgedAlone } = component.binding.pull;
  const standing = standingOf(component, observed, standings);
  if (translation.counters.translated === 0) {
    return {
      ...nothing,
      findings: [{ kind: "skipped", ...about, message: "nothing is translated yet, so no file is created" }],
    };
  }
  if (standing < minimum) {
    const where = isJudgedAlone === true ? "" : ` over the components of ${component.binding.component.project}`;
    return {
      ...nothing,
      findings: [
        {
          kind: "skipped",
          ...about,
          message: `${String(standing)} % translated${where}, below the ${String(minimum)} % a new language needs`,
          remedy: "`pull.minimum-translated` in the mapping sets the limit.",
        },
      ],
    };
  }
  return {
    ...nothing,
    steps: [
      {
        kind: "download",
        ...about,
        reason: "the repository has no file for this language yet",
        from: undefined,
        to: translation.revision,
        base: { kind: "history", blobs: [] },
      },
    ],
  };
}

function decideAhead(
  component: ComponentObservation,
  observed: TranslationObservation,
  blob: string,
  intent: Intent,
): Decision {
  const { translation, path } = observed;
  const about = { component: component.name, language: translation.language, path };
  if (component.facts?.readsThisRepository === true) {
    if (intent.settled) {
      return {
        ...nothing,
        findings: [
          {
            kind: "ahead",
            ...about,
            ...translationRefusals.notTakenOver(),
          },
        ],
      };
    }
    return {
      ...nothing,
      steps: [
        {
          kind: "pull-repository",
          component: component.name,
          owner: component.facts.owner,
          reason: `the service reads this repository and has an earlier version of ${path}`,
        },
      ],
    };
  }
  if (intent.push && !intent.settled && component.binding.push.translations === "changed") {
    if (component.facts?.isAddressHidden === true) {
      return {
        ...nothing,
        findings: [{ kind: "refused", isWrongInput: true, ...about, ...sourceRefusals.hiddenAddress() }],
      };
    }
    return {
      ...nothing,
      steps: [
        {
          kind: "upload",
          ...about,
          blob,
          ...uploadAs[component.binding.push.as ?? "translate"],
          since: changedSince(observed),
          removes: [],
        },
      ],
    };
  }
  return {
    ...nothing,
    findings: [
      {
        kind: "ahead",
        ...about,
        ...(intent.push && isSuggested(component) ? translationRefusals.suggested() : translationRefusals.staysInGit()),
      },
    ],
  };
}

/** What the service's texts are to git, where git alone has moved on: strings that are the same there nobody changed in git. */
function changedSince({ translation: { revision }, versions }: TranslationObservation): SentSince {
  const { agreed, blobs = [] } = versions ?? {};
  if (agreed?.service === revision)
    return { blob: agreed.blob, ...(agreed.unsent === true ? { served: revision } : {}) };
  return blobs.includes(revision) ? { blob: revision } : {};
}

function isSuggested({ binding: { push } }: ComponentObservation): boolean {
  return push.translations === "changed" && push.as === "suggest";
}

const uploadAs = {
  translate: {
    method: "translate",
    conflicts: "replace-translated",
    reason:
      "changed in git only; translate changes the strings that differ and keeps approved ones (push.translations: changed)",
  },
  suggest: {
    method: "suggest",
    reason: "changed in git only; the strings that differ are suggested (push.as: suggest)",
  },
  approve: {
    method: "approve",
    conflicts: "replace-translated",
    reason: "changed in git only; the strings that differ are approved, approved ones stay (push.as: approve)",
  },
} as const;

/**
 * The service knows the language but has no text in it, no draft either, and git has a file that the mapping may send. What the service
 * emptied since both agreed is a change of its own.
 */
export function wantsFill(
  component: ComponentObservation,
  { blob, translation, versions }: TranslationObservation,
): boolean {
  const { counters, revision } = translation;
  if (counters.translated > 0 || counters.fuzzy > 0) return false;
  const isEmptied =
    blob !== undefined && versions?.agreed !== undefined && relate(blob, revision, versions).kind === "behind";
  return (
    !isEmptied &&
    component.binding.push.translations !== "never" &&
    component.facts?.readsThisRepository !== true &&
    component.facts?.isAddressHidden !== true
  );
}

/**
 * Texts of git that a merge kept beside the service's own are still to get there, where the service reads this repository or the
 * mapping sends such changes: both sides have been compared, and stay apart otherwise.
 */
export function wantsKept(component: ComponentObservation, { versions }: TranslationObservation): boolean {
  if (versions?.agreed?.unsent !== true) return false;
  const { push } = component.binding;
  const isSent = push.translations === "changed" && push.as !== "suggest";
  return isSent || component.facts === undefined || component.facts.readsThisRepository;
}

function decideFill(
  component: ComponentObservation,
  observed: TranslationObservation,
  blob: string,
  intent: Intent,
): Decision {
  if (intent.settled) return nothing;
  return {
    ...nothing,
    steps: [
      {
        kind: "upload",
        component: component.name,
        language: observed.translation.language,
        path: observed.path,
        blob,
        method: "replace",
        removes: [],
        reason: "the service has no translation in this language yet: replace stores git's file byte for byte",
      },
    ],
  };
}

/**
 * Pending strings are in no revision; only a commit brings them into the files (probe §1). The project's status is one
 * request for all its components, and so is its commit.
 */
function decideCommits(observation: Observation, steps: readonly Step[]): readonly Step[] {
  const touched = new Set(
    steps
      .filter((step) => (step.kind === "upload" && step.method !== "suggest") || step.kind === "rename")
      .map((step) => step.component),
  );
  return observation.projects.flatMap((project): readonly Step[] => {
    if (project.repository === "not-asked") return [];
    const components = observation.components.filter(
      (component) => component.binding.component.project === project.slug,
    );
    if (project.repository === "hidden") {
      return components.map((component) => ({
        kind: "commit",
        component: component.name,
        whole: false,
        reason: "the token may not see whether strings are pending in the project, so each component is asked",
      }));
    }
    if (project.repository.needsCommit) {
      return [
        {
          kind: "commit",
          component: project.slug,
          whole: true,
          reason: "translators' work is pending on the service; committed, it can be downloaded",
        },
      ];
    }
    return components
      .filter((component) => touched.has(component.name))
      .map((component) => ({
        kind: "commit",
        component: component.name,
        whole: false,
        reason: "an upload leaves strings pending",
      }));
  });
}
