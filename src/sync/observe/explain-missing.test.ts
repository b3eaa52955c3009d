import { expect, test } from "vitest";
import { aBinding, someFacts } from "../../../test/support/observations.ts";
import { RemoteError } from "../../core/errors.ts";
import { explainMissing } from "./explain-missing.ts";

const GONE = new RemoteError("404", { code: "IL-S07", status: 404 });

/** What people are told of the component `web`, where the project has these. */
async function toldBeside(names: readonly string[]): Promise<unknown> {
  const paths = names.map((component) => ({ project: "acme", categories: [], component }));
  const service = {
    url: "https://translate.example.org",
    components: () => Promise.resolve(paths.map((path) => someFacts({ path }).component)),
    projects: () => Promise.resolve(["acme"]),
  };
  const component = { project: "acme", categories: [], component: "web" };
  return explainMissing(service, aBinding({ component }), GONE).catch((error: unknown) => error);
}

test("whoever removed a component on the service is told both ways on", async () => {
  expect(await toldBeside(["ios", "server"])).toMatchObject({
    message: 'no component "web" in project "acme" on https://translate.example.org',
    hint: "The service knows: ios, server. If somebody removed it there, leave it out of the mapping, or make it anew: `interlinear push --create`. A restricted component is seen by its own teams only.",
  });
});

test("of many components the first are named, and the one that was meant", async () => {
  const many = Array.from({ length: 40 }, (_, index) => `part-${String(index + 10)}`);

  const told = await toldBeside([...many, "webb"]);

  expect(told).toHaveProperty(
    "hint",
    expect.stringMatching(/^Did you mean "webb"\? The service knows: part-10, .*, part-21, …\. /),
  );
});

test("whose user is blocked in a project, or in no team of it, sees none, and is told who changes that", async () => {
  const service = {
    url: "https://translate.example.org",
    components: () => Promise.reject(GONE),
    projects: () => Promise.resolve(["other"]),
  };

  const told = await explainMissing(service, aBinding({}), GONE).catch((error: unknown) => error);

  expect(told).toMatchObject({
    message: 'no project "acme" on https://translate.example.org, or the token may not see it',
    hint: "The token sees other. Correct `project`, or have whoever manages that project give the token's user a team of it, or take back that user's block there.",
  });
});

test("a project that the token sees, and whose components it does not, is not called missing", async () => {
  const service = {
    url: "https://translate.example.org",
    components: () => Promise.reject(GONE),
    projects: () => Promise.resolve(["acme", "other"]),
  };

  const told = await explainMissing(service, aBinding({}), GONE).catch((error: unknown) => error);

  expect(told).toMatchObject({
    code: "IL-S10",
    message: 'https://translate.example.org shows the project "acme" to the token, and not its components',
  });
});

test("a service that fails while it is asked what there is, is told as that", async () => {
  const down = new RemoteError("503", { code: "IL-S14", status: 503 });
  const fails = () => Promise.reject(down);
  const url = "https://translate.example.org";
  const told = (service: Parameters<typeof explainMissing>[0]): Promise<unknown> =>
    explainMissing(service, aBinding({}), GONE).catch((error: unknown) => error);

  expect(await told({ url, components: fails, projects: () => Promise.resolve(["acme"]) })).toBe(down);
  expect(await told({ url, components: () => Promise.reject(GONE), projects: fails })).toBe(down);
});
