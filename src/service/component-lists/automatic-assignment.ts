import { boundedExpression } from "../../catalog/checks/bounded-expression.ts";
import type { AutomaticAssignment } from "../../contract/resources/component-list.ts";
import { insertAll } from "../../store/bulk.ts";
import type { Queries } from "../../store/database.ts";
import { invalid } from "../../http-api/refusal.ts";

/** Slugs as the rules see them. */
interface Slugs {
  readonly project: string;
  readonly component: string;
}

/** @throws 400 for what is no regular expression, or could take forever */
export function assertRules(rules: readonly AutomaticAssignment[]): void {
  for (const [index, rule] of rules.entries()) {
    for (const field of ["project_match", "component_match"] as const) {
      if (rule[field] !== "" && boundedExpression(anchored(rule[field])) !== undefined) continue;
      const detail = `“${rule[field]}” is no regular expression, or one that could take forever.`;
      throw invalid(`auto_assign.${String(index)}.${field}`, detail);
    }
  }
}

export function isAssigned(rules: readonly AutomaticAssignment[], { project, component }: Slugs): boolean {
  return rules.some((rule) => matches(rule.project_match, project) && matches(rule.component_match, component));
}

/** From the beginning, as the real service matches. */
function anchored(pattern: string): string {
  return `^(?:${pattern})`;
}

function matches(pattern: string, slug: string): boolean {
  const bounded = boundedExpression(anchored(pattern));
  return bounded !== undefined && slug.length <= bounded.longestText && bounded.expression.test(slug);
}

/** Puts a new component into the lists whose rules want it; part of the transaction that creates it. */
export async function assignToLists(queries: Queries, component: number): Promise<void> {
  const lists = await queries
    .selectFrom("component_list")
    .select(["id", "auto_assign"])
    .where("auto_assign", "!=", "[]")
    .execute();
  if (lists.length === 0) return;
  const [slugs] = await componentSlugs(queries, component);
  if (slugs === undefined) return;
  const wanted = lists.filter((list) => isAssigned(rulesIn(list.auto_assign), slugs));
  await putInto(
    queries,
    wanted.map(({ id }) => ({ component_list_id: id, component_id: component })),
  );
}

/** Puts the components that are there already into a list whose rules have changed. */
export async function assignExisting(
  queries: Queries,
  list: number,
  rules: readonly AutomaticAssignment[],
): Promise<void> {
  if (rules.length === 0) return;
  const wanted = (await componentSlugs(queries)).filter((slugs) => isAssigned(rules, slugs));
  await putInto(
    queries,
    wanted.map(({ id }) => ({ component_list_id: list, component_id: id })),
  );
}

async function componentSlugs(queries: Queries, component?: number): Promise<(Slugs & { readonly id: number })[]> {
  let components = queries
    .selectFrom("component")
    .innerJoin("project", "project.id", "component.project_id")
    .select(["component.id as id", "project.slug as project", "component.slug as component"]);
  if (component !== undefined) components = components.where("component.id", "=", component);
  return components.execute();
}

async function putInto(
  queries: Queries,
  members: readonly { readonly component_list_id: number; readonly component_id: number }[],
): Promise<void> {
  await insertAll(queries, members, (batch) =>
    queries
      .insertInto("component_list_member")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** The rules as they are stored. */
export function rulesIn(json: string): readonly AutomaticAssignment[] {
  const rules: readonly AutomaticAssignment[] = JSON.parse(json);
  return rules;
}
