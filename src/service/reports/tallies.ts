import type { Contribution, Person } from "./contribution.ts";

export interface Order {
  readonly by: "count" | "date_joined";
  readonly descending: boolean;
}

/** `unique` counts a string once for a person and a kind of change, as its last change was. */
export type CountingMode = "unique" | "all";

/** Drops all but the last change that a person made to a string, kind by kind. */
export function counted(contributions: readonly Contribution[], mode: CountingMode): readonly Contribution[] {
  if (mode === "all") return contributions;
  const last = new Map(contributions.map((one) => [`${one.person.username}\n${String(one.unit)}\n${one.kind}`, one]));
  return [...last.values()];
}

/** Language name → who translated to it. */
export function credits(contributions: readonly Contribution[], order: Order) {
  const languages = Map.groupBy(contributions, ({ language }) => language.name);
  return [...languages]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => ({
      [name]: byPerson(own, order).map(({ person, own: all }) => ({
        email: person.email,
        username: person.username,
        full_name: person.fullName,
        change_count: all.length,
        date_joined: person.dateJoined,
      })),
    }));
}

/** What each person did, in strings, words and characters of the source and of the translation. */
export function contributorStatistics(contributions: readonly Contribution[], order: Order) {
  return byPerson(contributions, order).map(({ person, own }) => ({
    name: person.fullName,
    username: person.username,
    email: person.email,
    date_joined: person.dateJoined,
    ...sums(own, ""),
    ...sums(ofKind(own, "new"), "_new"),
    ...sums(ofKind(own, "approve"), "_approve"),
    ...sums(ofKind(own, "edit"), "_edit"),
  }));
}

/** What each person did in each language, and when. */
export function translatorWork(contributions: readonly Contribution[], order: Order) {
  return byPerson(contributions, order).flatMap(({ person, own }) =>
    [...Map.groupBy(own, ({ language }) => language.code)].map(([code, inLanguage]) => {
      const times = inLanguage.map(({ timestamp }) => timestamp).toSorted();
      return {
        name: person.fullName,
        username: person.username,
        language: code,
        ...sums(inLanguage, ""),
        first: times[0] ?? null,
        last: times.at(-1) ?? null,
      };
    }),
  );
}

function ofKind(contributions: readonly Contribution[], kind: Contribution["kind"]): readonly Contribution[] {
  return contributions.filter((one) => one.kind === kind);
}

function sums(contributions: readonly Contribution[], suffix: string): Record<string, number> {
  const sum = (of: (one: Contribution) => number): number => contributions.reduce((total, one) => total + of(one), 0);
  return {
    [`count${suffix}`]: contributions.length,
    [`words${suffix}`]: sum(({ source }) => source.words),
    [`chars${suffix}`]: sum(({ source }) => source.characters),
    [`t_words${suffix}`]: sum(({ target }) => target.words),
    [`t_chars${suffix}`]: sum(({ target }) => target.characters),
    [`edits${suffix}`]: sum(({ edited }) => edited),
  };
}

interface Part {
  readonly person: Person;
  readonly own: readonly Contribution[];
}

function byPerson(contributions: readonly Contribution[], { by, descending }: Order): Part[] {
  const parts = [...Map.groupBy(contributions, ({ person }) => person.username).values()].flatMap((own): Part[] =>
    own[0] === undefined ? [] : [{ person: own[0].person, own }],
  );
  const sign = descending ? -1 : 1;
  return parts.toSorted((one, other) => {
    const difference =
      by === "count"
        ? one.own.length - other.own.length
        : Date.parse(one.person.dateJoined) - Date.parse(other.person.dateJoined);
    // Equal ones by their name, so that a report is the same when it is made again.
    return difference === 0 ? (one.person.username < other.person.username ? -1 : 1) : sign * difference;
  });
}
