import { defined } from "../../core/defined.ts";
import type { Account, Grant, ServiceVersion } from "../../service-client/examination.ts";
import type { Need } from "./needs.ts";
import { fine, problem, unknown, warning, type Remark } from "./remark.ts";

export function judgeVersion(url: string, { name, version }: ServiceVersion): Remark {
  const words = [name, version].filter((part) => part !== undefined).join(" ");
  return fine("service", words === "" ? `${url} answers` : `${url} answers: ${words}`);
}

/** Whose the token is, and whether the user may do what a run of the mapping does. */
export function judgeAccount(account: Account | undefined, needs: readonly Need[]): readonly Remark[] {
  if (account === undefined) {
    return [
      unknown(
        "token",
        "the service accepts it, but does not say whose it is, because its user may see other users",
        "Use the token of a bot that sees one project only.",
      ),
    ];
  }
  const { username, isSuperuser, grants } = account;
  const who = fine("token", `the service takes it: ${username}${isSuperuser ? ", who may do everything" : ""}`);
  if (isSuperuser) {
    const remedy = "Use the token of a bot that sees one project only: whoever gets hold of this one owns the service.";
    return [who, warning("token", "its user administers the whole service", { remedy })];
  }
  if (grants === undefined) return [who, unknown("token", `the service does not show what ${username} may do`)];
  const missing = missingNeeds(grants, needs);
  // Where no component is seen (a user who is blocked in the project still has its teams), nothing was looked at.
  const isAllowed = missing.length === 0 && needs.length > 0;
  const allowed = fine("token", `${username} may do all that a run of this mapping does`);
  return [who, ...(isAllowed ? [allowed] : []), ...missing.map(missingRemark), ...limited(grants)];
}

interface MissingNeed extends Pick<Need, "purpose" | "isOptional"> {
  readonly permissions: readonly string[];
  readonly components: readonly string[];
}

/** What is missing for one purpose is said once, with the components that it is missing in. */
function missingNeeds(grants: readonly Grant[], needs: readonly Need[]): readonly MissingNeed[] {
  const found = new Map<string, MissingNeed>();
  for (const need of needs) {
    const granted = permissionsIn(grants, need);
    const lacking = need.anyOf.map((all) => all.filter((permission) => !granted.has(permission)));
    if (lacking.some(({ length }) => length === 0)) continue;
    const permissions = lacking.toSorted((a, b) => a.length - b.length)[0] ?? [];
    const key = `${need.purpose}\0${permissions.join()}`;
    const components = [...(found.get(key)?.components ?? []), need.component];
    const { purpose, isOptional } = need;
    found.set(key, { purpose, permissions, components, ...defined({ isOptional }) });
  }
  return [...found.values()];
}

/** Doubt speaks for the user: a team whose reach only the service knows counts everywhere. */
function permissionsIn(grants: readonly Grant[], { project, component }: Need): ReadonlySet<string> {
  return new Set(
    grants
      .filter(
        ({ reach }) =>
          reach.kind !== "listed" || reach.projects.includes(project) || reach.components.includes(component),
      )
      .flatMap(({ permissions }) => permissions),
  );
}

const MOST_COMPONENTS = 3;

function missingRemark({ purpose, permissions, components, isOptional }: MissingNeed): Remark {
  const shown = components.slice(0, MOST_COMPONENTS).join(", ");
  const rest = components.length - MOST_COMPONENTS;
  const where = rest > 0 ? `${shown} and ${String(rest)} more` : shown;
  const judge = isOptional === true ? warning : problem;
  return judge("token", `it lacks ${permissions.join(", ")}, needed to ${purpose}: ${where}`, {
    code: "IL-S08",
    remedy: "Add its user to a team of the project with a role that has it.",
  });
}

function limited(grants: readonly Grant[]): readonly Remark[] {
  return grants.flatMap(({ team, languages, permissions }) =>
    languages === undefined || permissions.length === 0
      ? []
      : [
          warning("token", `its team ${team} is for ${languages.join(", ") || "no language"} only`, {
            remedy: "Let the team have all languages, the source language among them.",
          }),
        ],
  );
}
