import type { profileFields } from "../../contract/resources/profile.ts";
import type { Queries } from "../../store/database.ts";
import { onceWithinTransaction } from "../../store/within-transaction.ts";
import { invalid } from "../../http-api/refusal.ts";
import type { Value } from "../../http-api/endpoint.ts";

type SentProfile = Readonly<Value<typeof profileFields>>;
type StoredMember = "languages" | "secondary_languages" | "watched" | "dashboard_component_list";

/** A profile as it is kept: other objects by their ids. */
export type StoredProfile = {
  readonly [Name in Exclude<keyof SentProfile, StoredMember>]-?: Exclude<SentProfile[Name], undefined>;
} & {
  readonly languages: readonly number[];
  readonly secondary_languages: readonly number[];
  readonly watched: readonly number[];
  readonly dashboard_component_list: number | null;
};

/** Of a new user, as the real service has it. */
const defaultProfile: StoredProfile = {
  language: "en",
  languages: [],
  secondary_languages: [],
  theme: "auto",
  hide_completed: false,
  secondary_in_zen: true,
  hide_source_secondary: false,
  wide_tables: false,
  editor_link: "",
  translate_mode: 0,
  zen_mode: 0,
  special_chars: "",
  nearby_strings: 15,
  auto_watch: true,
  contribute_personal_tm: true,
  dashboard_view: 1,
  dashboard_component_list: null,
  watched: [],
  website: "",
  contact: "",
  liberapay: "",
  fediverse: "",
  codesite: "",
  github: "",
  twitter: "",
  linkedin: "",
  location: "",
  company: "",
  public_email: "",
  commit_email: "",
  commit_name: 0,
};

/** @param json the column of the user */
export function profileOf(json: string): StoredProfile {
  const known: Partial<StoredProfile> = JSON.parse(json);
  return { ...defaultProfile, ...known };
}

/**
 * The profile with what was sent, as JSON for the column. Projects are those the caller sees: nobody learns by watching.
 * @throws 400 on the member that names something that does not exist
 */
export async function changedProfile(
  queries: Queries,
  json: string,
  sent: SentProfile,
  visible: readonly number[],
): Promise<string> {
  const { languages, secondary_languages: secondary, watched, dashboard_component_list: list, ...plain } = sent;
  const references = {
    languages: languages === undefined ? undefined : await languageIds(queries, languages ?? [], "languages"),
    secondary_languages:
      secondary === undefined ? undefined : await languageIds(queries, secondary ?? [], "secondary_languages"),
    watched: watched === undefined ? undefined : await projectIds(queries, watched ?? [], visible),
    dashboard_component_list: list === undefined ? undefined : await componentListId(queries, list),
  };
  const changes = Object.entries({ ...plain, ...references }).filter(([, value]) => value !== undefined);
  return JSON.stringify({ ...JSON.parse(json), ...Object.fromEntries(changes) });
}

/** The last part of an address, or the text itself. */
function nameIn(reference: string): string {
  const last = /([^/]+)\/?$/.exec(reference)?.[1] ?? reference;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

async function languageIds(queries: Queries, references: readonly string[], member: string): Promise<number[]> {
  const codes = references.map(nameIn);
  const rows = await queries
    .selectFrom("language")
    .select(["id", "code"])
    .where("code", "in", ["", ...codes])
    .execute();
  return inOrder(codes, new Map(rows.map(({ id, code }) => [code, id])), member);
}

async function projectIds(
  queries: Queries,
  references: readonly string[],
  visible: readonly number[],
): Promise<number[]> {
  const slugs = references.map(nameIn);
  const rows = await queries
    .selectFrom("project")
    .select(["id", "slug"])
    .where("slug", "in", ["", ...slugs])
    .where("id", "in", [0, ...visible])
    .execute();
  return inOrder(slugs, new Map(rows.map(({ id, slug }) => [slug, id])), "watched");
}

async function componentListId(queries: Queries, reference: string | null): Promise<number | null> {
  if (reference === null || reference === "") return null;
  const slug = nameIn(reference);
  const row = await queries.selectFrom("component_list").select("id").where("slug", "=", slug).executeTakeFirst();
  if (row === undefined) throw missing("dashboard_component_list", slug);
  return row.id;
}

function inOrder(names: readonly string[], ids: ReadonlyMap<string, number>, member: string): number[] {
  return names.map((name, index) => {
    const id = ids.get(name);
    if (id === undefined) throw missing(`${member}.${String(index)}`, name);
    return id;
  });
}

function missing(member: string, name: string) {
  return invalid(`profile.${member}`, `Object with this name does not exist: ${name}.`, "does_not_exist");
}

/** A user's profile as the database has it. */
export const storedProfile = onceWithinTransaction(async (queries, user): Promise<string | undefined> => {
  const row = await queries.selectFrom("user").select("profile").where("id", "=", user).executeTakeFirst();
  return row?.profile;
});
