import type { ServiceUnderTest } from "../support/service-api.ts";

/** The real service that `scripts/test-real.ts` started and seeded, with tokens of the kinds a project has. */
export interface RealService extends ServiceUnderTest {
  /** Project-scoped token of a bot, as a workflow would hold it. */
  readonly botToken: string;
  /** A person who may translate, and nothing else. */
  readonly translatorToken: string;
  readonly project: string;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run these tests with npm run test:real.`);
  return value;
}

export function realService(): RealService {
  return {
    url: fromEnvironment("WEBLATE_URL"),
    adminToken: fromEnvironment("WEBLATE_ADMIN_TOKEN"),
    botToken: fromEnvironment("WEBLATE_PROJECT_TOKEN"),
    translatorToken: fromEnvironment("WEBLATE_TRANSLATOR_TOKEN"),
    project: "demo",
  };
}
