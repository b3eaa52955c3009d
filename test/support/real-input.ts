import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ComponentFields } from "./service-api.ts";

/** Files below a folder, as they are, with `/` in their paths. */
async function filesIn(folder: string, pattern: string, prefix: string): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for await (const path of glob(pattern, { cwd: folder })) {
    files[`${prefix}${path.replaceAll("\\", "/")}`] = await readFile(join(folder, path));
  }
  return files;
}

/** A repository made of Django's gettext catalogues and primelocale's JSON. */
export async function realFiles(django: string, primelocale: string): Promise<Record<string, Uint8Array>> {
  return {
    ...(await filesIn(django, "django/**/*.po", "")),
    ...(await filesIn(primelocale, "*.json", "primelocale/")),
  };
}

export function isSourceFile(path: string): boolean {
  return path === "primelocale/en.json" || path.includes("/locale/en/");
}

export function realMapping(service: string, project: string): string {
  return `version: 1
service: ${service}
project: ${project}
checks: report # released translations have a few slips, and are to come home byte for byte
components:
  - component: django-core
    source: django/conf/locale/en/LC_MESSAGES/django.po
    translations: django/conf/locale/{language}/LC_MESSAGES/django.po
  - component: django-{app}
    source: django/contrib/{app}/locale/en/LC_MESSAGES/django.po
    translations: django/contrib/{app}/locale/{language}/LC_MESSAGES/django.po
  - component: django-{app}-js
    source: django/contrib/{app}/locale/en/LC_MESSAGES/djangojs.po
    translations: django/contrib/{app}/locale/{language}/LC_MESSAGES/djangojs.po
  - component: primelocale
    source: primelocale/en.json
    translations: primelocale/{language}.json
`;
}

/** The components that a maintainer would have made on the service for these files. */
export function realComponents(
  paths: readonly string[],
  repository: { readonly repo: string; readonly branch: string },
): ComponentFields[] {
  const gettext = paths
    .filter((path) => isSourceFile(path) && path.endsWith(".po"))
    .map((source) => {
      const app = /contrib\/(\w+)\//.exec(source)?.[1] ?? "core";
      const slug = `django-${app}${source.endsWith("js.po") ? "-js" : ""}`;
      return {
        ...repository,
        name: slug,
        slug,
        file_format: "po",
        filemask: source.replace("/locale/en/", "/locale/*/"),
        new_base: source,
      };
    });
  return [
    ...gettext,
    {
      ...repository,
      name: "primelocale",
      slug: "primelocale",
      file_format: "json-nested",
      filemask: "primelocale/*.json",
      template: "primelocale/en.json",
    },
  ];
}
