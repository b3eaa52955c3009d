import { countCharacters, countWords } from "../../catalog/statistics.ts";
import type { Service } from "../service.ts";
import { action } from "../changes/actions.ts";
import { isGiven } from "../http/request-fields.ts";
import { texts } from "../units/unit-row.ts";

/** Which components, and which language of them. */
export interface ReportScope {
  /** Components' ids. */
  readonly components: readonly number[];
  readonly language?: string | undefined;
}

export interface Person {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly dateJoined: string;
}

/** Somebody changed a text. */
export interface Contribution {
  readonly person: Person;
  readonly language: { readonly code: string; readonly name: string };
  readonly unit: number;
  readonly kind: "new" | "edit" | "approve";
  readonly timestamp: string;
  readonly source: Size;
  readonly target: Size;
  /** Characters by which the text differs in length from what was there. */
  readonly edited: number;
}

export interface Size {
  readonly words: number;
  readonly characters: number;
}

/** Changes by people that count as contributions: what a file brought from the repository is nobody's here. */
const counted = new Set<number>([
  action.translationChanged,
  action.translationAdded,
  action.suggestionAccepted,
  action.translationUploaded,
  action.approved,
  action.markedForEdit,
]);

/**
 * SQLite reads on the thread that answers: so many changes of a component are looked at before others are, however few of them are
 * of the time that is asked for.
 */
const READ_AT_ONCE = 1000;

/** What people did between two times: a component after the other, and in each in the order in which they did it. */
export async function contributions(
  service: Service,
  { components, language }: ReportScope,
  start: string,
  end: string,
): Promise<Contribution[]> {
  const found: Contribution[] = [];
  for (const component of components) {
    for await (const part of partsOf(service, component)) {
      const rows = await changesOf(service, { component, language, start, end, ...part });
      for (const row of rows) found.push(contributionOf(row));
    }
  }
  return found;
}

type CountedChange = Awaited<ReturnType<typeof changesOf>>[number];

interface Part {
  /** Id of the last change that was looked at. */
  readonly after: number;
  /** Id of the last change of this part; undefined: it is the component's last part. */
  readonly until: number | undefined;
}

async function* partsOf({ database }: Service, component: number): AsyncGenerator<Part> {
  const lastOfPart = database
    .selectFrom("change")
    .select("id")
    .where("component_id", "=", component)
    .orderBy("id")
    .limit(1)
    .offset(READ_AT_ONCE - 1);
  for (let after: number | undefined = 0; after !== undefined;) {
    const last: { readonly id: number } | undefined = await lastOfPart.where("id", ">", after).executeTakeFirst();
    yield { after, until: last?.id };
    after = last?.id;
  }
}

interface PartOfChanges extends Part {
  readonly component: number;
  readonly language: string | undefined;
  readonly start: string;
  readonly end: string;
}

function changesOf({ database }: Service, { component, language, start, end, after, until }: PartOfChanges) {
  let query = database
    .selectFrom("change")
    .innerJoin("user", "user.id", "change.author_id")
    .innerJoin("unit", "unit.id", "change.unit_id")
    .innerJoin("translation", "translation.id", "change.translation_id")
    .innerJoin("language", "language.id", "translation.language_id")
    .select([
      "change.action",
      "change.timestamp",
      "change.target",
      "change.old",
      "unit.id as unit",
      "unit.source",
      "unit.num_words",
      "unit.num_chars",
      "language.code",
      "language.name",
      "user.username",
      "user.full_name",
      "user.email",
      "user.date_joined",
    ])
    .where("change.component_id", "=", component)
    .where("change.id", ">", after)
    .where("change.action", "in", [...counted])
    .where("change.timestamp", ">=", start)
    .where("change.timestamp", "<=", end)
    .where("user.is_bot", "=", 0)
    .orderBy("change.id");
  if (until !== undefined) query = query.where("change.id", "<=", until);
  if (isGiven(language)) query = query.where("language.code", "=", language);
  return query.execute();
}

function contributionOf(row: CountedChange): Contribution {
  return {
    person: { username: row.username, fullName: row.full_name, email: row.email, dateJoined: row.date_joined },
    language: { code: row.code, name: row.name },
    unit: row.unit,
    kind: row.action === action.approved ? "approve" : row.old === "" ? "new" : "edit",
    timestamp: row.timestamp,
    source: { words: row.num_words, characters: row.num_chars || countCharacters(texts(row.source)) },
    target: { words: countWords([row.target], row.code), characters: countCharacters([row.target]) },
    edited: Math.abs(countCharacters([row.target]) - countCharacters([row.old])),
  };
}
