/** A step of the way to a page: name, address. */
export type Crumb = readonly [string, string];

/** Where a page belongs to; as deep as it goes. */
export interface CrumbPlace {
  readonly project: { readonly name: string; readonly slug: string };
  /** `path`: with its categories, `web/frontend`. */
  readonly component?: { readonly name: string; readonly path: string } | undefined;
  readonly language?: { readonly name: string; readonly code: string } | undefined;
}

/** Project, component and language, each with its page. */
export function crumbsTo({ project, component, language }: CrumbPlace): readonly Crumb[] {
  const home = `/projects/${project.slug}/`;
  const crumbs: Crumb[] = [[project.name, home]];
  if (component === undefined) return crumbs;
  const here = `${home}${component.path}/`;
  crumbs.push([component.name, here]);
  if (language !== undefined) crumbs.push([language.name, `${here}${encodeURIComponent(language.code)}/`]);
  return crumbs;
}

type WholePlace = { readonly [Part in keyof CrumbPlace]-?: NonNullable<CrumbPlace[Part]> };

/** Address of a translation's list of strings. */
export function listAddress({ project, component, language }: WholePlace): string {
  return `/projects/${project.slug}/${component.path}/${encodeURIComponent(language.code)}/`;
}
