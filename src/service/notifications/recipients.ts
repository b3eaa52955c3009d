import type { SubscriptionRecord } from "../identity/subscriptions.ts";
import { boundToLanguage, frequency, scope, summaries, type Kind } from "./kinds.ts";

/** Equal things that happened at one place through one person. */
export interface News {
  /** What a person may be told it as, the most exact first; some only to those whom they concern. */
  readonly kinds: readonly { readonly kind: Kind; readonly only?: ReadonlySet<number> }[];
  readonly project: number | null;
  readonly component: number | null;
  readonly translation: number | null;
  readonly language: number | null;
  /** Who asked for it. */
  readonly user: number | null;
  /** Whose words they are. */
  readonly author: number | null;
  readonly count: number;
  readonly action: number | undefined;
  /** Numbers of the first and the last change; 0 where it is no event. */
  readonly first: number;
  readonly last: number;
}

/** Somebody who may be told something. */
export interface Reader {
  readonly id: number;
  /** Ids; none: all. */
  readonly languages: readonly number[];
  readonly watched: readonly number[];
  readonly subscriptions: readonly Pick<
    SubscriptionRecord,
    "notification" | "scope" | "frequency" | "project_id" | "component_id"
  >[];
  /** Whether they look after a project. */
  administers(project: number): boolean;
}

/** Whom it comes from: they know it already. Whose words they are is the last. */
export function peopleOf({ user, author }: News): readonly number[] {
  return [...new Set([user, author])].filter((id) => id !== null);
}

/** When a person is told of something, and as what; `never` where they are not. Rights are asked elsewhere. */
export function tellingOf(reader: Reader, news: News): { readonly kind: Kind; readonly frequency: number } | undefined {
  if (peopleOf(news).includes(reader.id)) return undefined;
  let chosen: { kind: Kind; frequency: number } | undefined;
  for (const { kind, only } of news.kinds) {
    if (only !== undefined && !only.has(reader.id)) continue;
    if (boundToLanguage.has(kind) && !translatesInto(reader, news.language)) continue;
    const often = frequencyOf(reader, kind, news);
    if (often === frequency.never || (often === frequency.instant && summaries.has(kind))) continue;
    // Told once: as soon as any of the subscriptions wants it.
    if (chosen === undefined || often < chosen.frequency) chosen = { kind, frequency: often };
  }
  return chosen;
}

function translatesInto({ languages }: Reader, language: number | null): boolean {
  return language === null || languages.length === 0 || languages.includes(language);
}

/** The most exact subscription that covers the place counts, also where it says "never". */
function frequencyOf(reader: Reader, kind: Kind, news: News): number {
  const covering = reader.subscriptions
    .filter((subscription) => subscription.notification === kind && covers(reader, subscription, news))
    .sort((one, other) => other.scope - one.scope);
  return covering[0]?.frequency ?? frequency.never;
}

function covers(reader: Reader, subscription: Reader["subscriptions"][number], { project, component }: News): boolean {
  switch (subscription.scope) {
    case scope.watched:
      return project === null || reader.watched.includes(project);
    case scope.administered:
      return project === null || reader.administers(project);
    case scope.project:
      return project !== null && subscription.project_id === project;
    case scope.component:
      return component !== null && subscription.component_id === component;
    default:
      return true;
  }
}
