import { readFile, writeFile } from "node:fs/promises";
import * as z from "zod";
import { UserError } from "../core/errors.ts";
import type { Proposal } from "../forge/forge.ts";
import type { Plan, RunOptions } from "../sync/index.ts";

const planFile = z.strictObject({
  version: z.literal(1),
  service: z.url(),
  base: z.strictObject({ branch: z.string().min(1), commit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/) }),
  allowRemovals: z.boolean(),
  components: z.array(z.string()).exactOptional(),
  languages: z.array(z.string()).exactOptional(),
  steps: z.array(z.record(z.string(), z.unknown())).max(1_000_000),
});

/** A plan on its way to somebody's yes, and from there to `apply`. */
export type KeptPlan = z.output<typeof planFile>;

/** @throws {UserError} `IL-W09` for a plan that makes or removes components: what they hold is not known before they are there */
export async function writePlan(
  path: string,
  {
    plan,
    service,
    base,
    options,
  }: { readonly plan: Plan; readonly service: string; readonly base: Proposal["base"]; readonly options: RunOptions },
): Promise<void> {
  const early = plan.steps.find(({ kind }) => kind === "create-component" || kind === "remove-component");
  if (early !== undefined) {
    throw new UserError(`a plan that has ${early.component} made or removed cannot be kept`, {
      code: "IL-W09",
      hint: "Let `sync` do that first; then make the plan.",
    });
  }
  const document: KeptPlan = {
    version: 1,
    service,
    base,
    allowRemovals: options.allowRemovals,
    ...(options.components !== undefined && { components: [...options.components] }),
    ...(options.languages !== undefined && { languages: [...options.languages] }),
    steps: plan.steps.map((step) => ({ ...step })),
  };
  await writeFile(path, `${JSON.stringify(document, undefined, 2)}\n`);
}

/** @throws {UserError} `IL-W09` for what is no plan, or one of another commit or service */
export async function readPlan(
  path: string,
  expected: { readonly service: string; readonly base: Proposal["base"] },
): Promise<KeptPlan> {
  const kept = parse(path, await readFile(path, "utf8"));
  const { base, service } = kept;
  if (base.commit !== expected.base.commit || base.branch !== expected.base.branch) {
    throw refused(
      path,
      `it is of ${base.branch} ${base.commit}, and this is ${expected.base.branch} ${expected.base.commit}`,
    );
  }
  if (service !== expected.service)
    throw refused(path, `it is for ${service}, and the mapping names ${expected.service}`);
  return kept;
}

function parse(path: string, text: string): KeptPlan {
  try {
    return planFile.parse(JSON.parse(text));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    throw refused(path, issue === undefined ? "it is no JSON" : `${issue.path.join(".")}: ${issue.message}`);
  }
}

function refused(path: string, why: string): UserError {
  return new UserError(`the plan ${path} cannot be applied: ${why}`, {
    code: "IL-W09",
    hint: "Make a new one with `interlinear plan --out`.",
  });
}
