import { openRepository } from "../../src/git/git-repository.ts";
import type { Git } from "../../src/git/git.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { reviewChange, type Review, type ReviewOptions } from "../../src/review/index.ts";
import { createRepository, type Files } from "./repository.ts";

/** A change beside the branch it goes to: files at the commit where they part, then those that the change writes. */
export interface Change {
  /** YAML after the service's address and the project. */
  readonly mapping?: string;
  readonly files: Files;
  /** `null` removes a file. */
  readonly change: Readonly<Record<string, string | Uint8Array | null>>;
  /** What the base branch gets meanwhile. */
  readonly meanwhile?: Files;
  readonly frozen?: string;
}

const JSON_MAPPING = `components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
`;

export function mappingText(components = JSON_MAPPING): string {
  return `version: 1\nservice: https://translate.example.org/api/\nproject: acme\n${components}`;
}

/** Reviews the change in a real repository, on git's objects alone. @param see looks at what is read of git */
export async function reviewOf(
  { mapping, files, change, meanwhile, frozen }: Change,
  see: (git: Git) => Git = (git) => git,
): Promise<Review> {
  await using repository = await createRepository(files);
  await repository.git("checkout", "--quiet", "-b", "topic");
  await repository.write(change);
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--allow-empty", "--message", "Change");
  const head = await repository.git("rev-parse", "HEAD");
  await repository.git("checkout", "--quiet", "main");
  await repository.write(meanwhile ?? {});
  const base = meanwhile === undefined ? await repository.git("rev-parse", "HEAD") : await repository.publish("Main");
  const options: ReviewOptions = { base, head, ...(frozen !== undefined && { frozen }) };
  const git = see(await openRepository(repository.path));
  return await reviewChange({ git }, loadMapping(mappingText(mapping), ".github/interlinear.yml"), options);
}
