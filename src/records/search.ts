import { sql, type RawBuilder } from "kysely";
import { contains, startsWith } from "../store/like.ts";
import type { Records } from "./records.ts";

export const hitKinds = ["repository", "component", "user", "template", "event"] as const;
export type HitKind = (typeof hitKinds)[number];

/** How well something fits, the best first. */
export const fits = ["exact", "prefix", "word", "part"] as const;
export type Fit = (typeof fits)[number];

/** Something that was found. */
export interface Hit {
  readonly kind: HitKind;
  /** Number of the row; of a component that of a repository where it is bound. */
  readonly id: number;
  /** What it is called. */
  readonly title: string;
  /** Where it fits, with some words around, or what else there is to say of it. */
  readonly snippet: string;
  readonly fit: Fit;
}

/** What a search looks for. */
export interface Wanted {
  readonly text: string;
  /** Hits at most. */
  readonly limit: number;
  /** What whoever asks may see. */
  readonly kinds: readonly HitKind[];
}

/** A row that has the text somewhere. */
interface Candidate extends Omit<Hit, "snippet" | "fit"> {
  /** What it is found by, the most telling first. */
  readonly texts: readonly string[];
  /** Where no text of it is worth quoting. */
  readonly about: string;
}

type Find = (database: Records["database"], text: string, limit: number) => Promise<readonly Candidate[]>;

/** Everything that has a text in it, the best fit first, then by kind. */
export async function searchAll(
  { database }: Pick<Records, "database">,
  { text, limit, kinds }: Wanted,
): Promise<readonly Hit[]> {
  const wanted = text.trim();
  if (wanted === "") return [];
  const found: Candidate[] = [];
  for (const kind of hitKinds) {
    if (kinds.includes(kind)) found.push(...(await finders[kind](database, wanted, limit)));
  }
  return ranked(found.map((candidate) => hitOf(candidate, wanted))).slice(0, limit);
}

/** The best fit first; of equals the kind that people look for most, then the order they were found in. */
export function ranked(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted(
    (a, b) => fits.indexOf(a.fit) - fits.indexOf(b.fit) || hitKinds.indexOf(a.kind) - hitKinds.indexOf(b.kind),
  );
}

/** How well the text fits; undefined where it is not in it. */
export function fitOf(wanted: string, text: string): Fit | undefined {
  const [part, whole] = [wanted.toLowerCase(), text.toLowerCase()];
  if (whole === part) return "exact";
  if (whole.startsWith(part)) return "prefix";
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(whole.slice(0, at))) return "word";
  }
  return whole.includes(part) ? "part" : undefined;
}

const AROUND = 40;

/** The text that was found with some words around it. */
export function snippetOf(wanted: string, text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const at = line.toLowerCase().indexOf(wanted.toLowerCase());
  const begin = Math.max(0, at - AROUND);
  const end = Math.max(0, at) + wanted.length + AROUND;
  return `${begin > 0 ? "…" : ""}${line.slice(begin, end)}${end < line.length ? "…" : ""}`.toWellFormed();
}

function hitOf({ texts, about, ...candidate }: Candidate, wanted: string): Hit {
  const [best] = texts
    .map((text) => ({ text, fit: fitOf(wanted, text) ?? "part" }))
    .toSorted((a, b) => fits.indexOf(a.fit) - fits.indexOf(b.fit));
  const isTitle = best === undefined || candidate.title.includes(best.text);
  return { ...candidate, fit: best?.fit ?? "part", snippet: isTitle ? about : snippetOf(wanted, best.text) };
}

/** Exact and beginning ones first, so that many others do not push them out. */
function closeness(column: string, text: string): RawBuilder<number> {
  return sql<number>`case when lower(${sql.ref(column)}) = ${text.toLowerCase()} then 0
    when ${startsWith(column, text)} then 1 else 2 end`;
}

const finders: Readonly<Record<HitKind, Find>> = {
  repository: async (database, text, limit) => {
    const rows = await database
      .selectFrom("repository")
      .select(["id", "name", "forge", "state"])
      .where(contains("name", text))
      .orderBy(closeness("name", text))
      .orderBy("name")
      .limit(limit)
      .execute();
    return rows.map(({ id, name, forge, state }) => {
      const [, own = name] = name.split("/");
      return { kind: "repository", id, title: name, texts: [name, own], about: `${state}, on ${forge}` };
    });
  },
  component: async (database, text, limit) => {
    const rows = await database
      .selectFrom("bound_file")
      .innerJoin("repository", "repository.id", "bound_file.repository_id")
      .select(({ fn }) => [
        "bound_file.component",
        fn.min("repository.id").as("id"),
        fn.min("repository.name").as("repository"),
        fn.countAll<number>().as("files"),
      ])
      .where(contains("bound_file.component", text))
      .groupBy("bound_file.component")
      .orderBy(closeness("bound_file.component", text))
      .orderBy("bound_file.component")
      .limit(limit)
      .execute();
    return rows.map(({ id, component, repository, files }) => {
      const [, ...own] = component.split("/");
      const about = `${String(files)} ${files === 1 ? "file" : "files"}, in ${repository}`;
      return { kind: "component", id, title: component, texts: [component, own.join("/")], about };
    });
  },
  user: async (database, text, limit) => {
    const rows = await database
      .selectFrom("operator")
      .select(["login", "name", "email", "role"])
      .where((row) =>
        row.or([
          contains("name", text),
          contains("email", text),
          row("login", "=", /^\d{1,9}$/.test(text) ? Number(text) : 0),
        ]),
      )
      .orderBy(closeness("name", text))
      .orderBy("name")
      .limit(limit)
      .execute();
    return rows.map(({ login, name, email, role }) => ({
      kind: "user",
      id: login,
      title: name,
      texts: [name, email, String(login)],
      about: role,
    }));
  },
  template: async (database, text, limit) => {
    const rows = await database
      .selectFrom("template")
      .select(["id", "name", "kind", "repositories", "body"])
      .where((row) =>
        row.or([
          contains("name", text),
          contains("kind", text),
          contains("repositories", text),
          contains("body", text),
        ]),
      )
      .orderBy(closeness("name", text))
      .orderBy("name")
      .limit(limit)
      .execute();
    return rows.map(({ id, name, kind, repositories, body }) => ({
      kind: "template",
      id,
      title: name,
      texts: [name, kind, repositories, body],
      about: `${kind}, for ${repositories}`,
    }));
  },
  event: async (database, text, limit) => {
    const rows = await database
      .selectFrom("event")
      .select(["id", "time", "component", "message"])
      .where(contains("message", text))
      .orderBy("time", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
    return rows.map(({ id, time, component, message }) => ({
      kind: "event",
      id,
      title: message,
      texts: [message],
      about: `${component}, ${time}`,
    }));
  },
};
