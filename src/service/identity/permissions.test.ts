import { describe, expect, it } from "vitest";
import { access, may, mayGlobally, sees, seesComponent, selection, type Caller, type Grant } from "./permissions.ts";

const open = { id: 1, access_control: access.public };
const guarded = { id: 2, access_control: access.protected };
const secret = { id: 3, access_control: access.private };
const app = { id: 10, settings: { restricted: false } };
const vault = { id: 11, removing: 0, settings: { restricted: true } };
const czech = { id: 100 };
const german = { id: 101 };

function aGrant(overrides: Partial<Grant> = {}): Grant {
  return {
    team: 1,
    selection: selection.listed,
    projects: new Set(),
    components: new Map(),
    languages: undefined,
    permissions: new Set(["unit.edit"]),
    siteWide: true,
    ...overrides,
  };
}

function aCaller(...grants: readonly Partial<Grant>[]): Caller {
  return { user: undefined, scope: undefined, grants: grants.map(aGrant) };
}

describe("what a team reaches", () => {
  it("is what its selection says: what it lists, all, all public, or all protected projects", () => {
    const reached = (grant: Partial<Grant>) =>
      [open, guarded, secret].filter((project) => may(aCaller(grant), project, "unit.edit")).map(({ id }) => id);

    expect(reached({ projects: new Set([3]) })).toEqual([3]);
    expect(reached({ selection: selection.all })).toEqual([1, 2, 3]);
    expect(reached({ selection: selection.public })).toEqual([1]);
    expect(reached({ selection: selection.protected })).toEqual([2]);
    expect(reached({ selection: selection.componentLists })).toEqual([]);
  });

  it("is a component alone where it names that", () => {
    const caller = aCaller({ components: new Map([[app.id, secret.id]]) });

    expect(may(caller, { project: secret, component: app }, "unit.edit")).toBe(true);
    expect(may(caller, { project: secret, component: vault }, "unit.edit")).toBe(false);
    expect(may(caller, secret, "unit.edit")).toBe(false);
    expect(sees(caller, secret)).toBe(true);
    expect(sees(aCaller(), secret)).toBe(false);
  });

  it("is a restricted component only where it names that", () => {
    const whole = aCaller({ projects: new Set([secret.id]) });
    const named = aCaller({ components: new Map([[vault.id, secret.id]]) });

    expect([may(whole, { project: secret, component: vault }, "unit.edit"), seesComponent(whole, vault)]).toEqual([
      false,
      false,
    ]);
    expect([may(named, { project: secret, component: vault }, "unit.edit"), seesComponent(named, vault)]).toEqual([
      true,
      true,
    ]);
  });

  it("does not go beyond its languages: neither to others, nor to what a component's languages share", () => {
    const caller = aCaller({ projects: new Set([1]), languages: new Set([czech.id]) });

    expect(may(caller, { project: open, component: app, language: czech }, "unit.edit")).toBe(true);
    expect(may(caller, { project: open, component: app, language: german }, "unit.edit")).toBe(false);
    expect(may(caller, { project: open, component: app }, "unit.edit")).toBe(false);
    expect(may(caller, open, "unit.edit")).toBe(false);
  });
});

describe("a permission", () => {
  it("is one of several that suffice, and never one that another team has elsewhere", () => {
    const caller = aCaller(
      { projects: new Set([1]), permissions: new Set(["unit.edit"]) },
      { projects: new Set([2]), permissions: new Set(["vcs.push"]) },
    );

    expect(may(caller, open, "vcs.push", "unit.edit")).toBe(true);
    expect(may(caller, open, "vcs.push")).toBe(false);
  });

  it("for the site comes from teams of the site alone", () => {
    const permissions = new Set(["project.add"]);

    expect(mayGlobally(aCaller({ permissions }), "project.add")).toBe(true);
    expect(mayGlobally(aCaller({ permissions, siteWide: false }), "project.add")).toBe(false);
    expect(mayGlobally({ ...aCaller({ permissions }), scope: 1 }, "project.add")).toBe(false);
  });

  it("ends at the project of a project token", () => {
    const caller = { ...aCaller({ selection: selection.all }), scope: 1 };

    expect([may(caller, open, "unit.edit"), may(caller, guarded, "unit.edit"), sees(caller, guarded)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
