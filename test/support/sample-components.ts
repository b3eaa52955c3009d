import type { TestRepository } from "./repository.ts";
import { createComponent, type ServiceUnderTest } from "./service-api.ts";

/** A component of the service together with its row of the mapping. */
export interface SceneComponent {
  readonly slug: string;
  readonly format: string;
  /** Path of the source file: the template of a monolingual component, the base of new languages of a bilingual one. */
  readonly source: string;
  /** `locales/*.json` */
  readonly mask: string;
  readonly isBilingual?: boolean;
}

export const webComponent: SceneComponent = {
  slug: "web",
  format: "json-nested",
  source: "locales/en.json",
  mask: "locales/*.json",
};

export const serverComponent: SceneComponent = {
  slug: "server",
  format: "po",
  source: "po/server.pot",
  mask: "po/*.po",
  isBilingual: true,
};

/** Makes the components on the service, reading the repository; the prefix keeps them apart from others in the project. */
export async function createComponents(
  { service, project }: { readonly service: ServiceUnderTest; readonly project: string },
  { remoteUrl, branch }: Pick<TestRepository, "remoteUrl" | "branch">,
  components: readonly SceneComponent[],
  prefix = "",
): Promise<void> {
  for (const { slug, format, source, mask, isBilingual = false } of components) {
    await createComponent(service, project, {
      name: `${prefix}${slug}`,
      slug: `${prefix}${slug}`,
      repo: remoteUrl,
      branch,
      file_format: format,
      filemask: mask,
      ...(isBilingual ? { new_base: source } : { template: source }),
    });
  }
}
