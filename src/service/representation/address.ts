import { encodeComponentPath } from "../../contract/endpoint.ts";

/** Addresses of objects, absolute, below the origin the request came to. */
export const address = {
  language: (origin: string, code: string) => `${origin}/api/languages/${encodeURIComponent(code)}/`,
  project: (origin: string, slug: string) => `${origin}/api/projects/${slug}/`,
  category: (origin: string, id: number) => `${origin}/api/categories/${String(id)}/`,
  component: (origin: string, project: string, path: string) =>
    `${origin}/api/components/${project}/${encodeComponentPath(path)}/`,
  translation: (origin: string, project: string, path: string, language: string) =>
    `${origin}/api/translations/${project}/${encodeComponentPath(path)}/${encodeURIComponent(language)}/`,
  unit: (origin: string, id: number) => `${origin}/api/units/${String(id)}/`,
  screenshot: (origin: string, id: number) => `${origin}/api/screenshots/${String(id)}/`,
  change: (origin: string, id: number) => `${origin}/api/changes/${String(id)}/`,
  user: (origin: string, username: string) => `${origin}/api/users/${encodeURIComponent(username)}/`,
  addon: (origin: string, id: number) => `${origin}/api/addons/${String(id)}/`,
  group: (origin: string, id: number) => `${origin}/api/groups/${String(id)}/`,
  role: (origin: string, id: number) => `${origin}/api/roles/${String(id)}/`,
  componentList: (origin: string, slug: string) => `${origin}/api/component-lists/${slug}/`,
  task: (origin: string, id: string) => `${origin}/api/tasks/${id}/`,
};

/** Pages for people: the same objects without the API's prefix. */
export const page = {
  language: (origin: string, code: string) => `${origin}/languages/${encodeURIComponent(code)}/`,
  project: (origin: string, slug: string) => `${origin}/projects/${slug}/`,
  component: (origin: string, project: string, path: string) => `${origin}/projects/${project}/${path}/`,
  translation: (origin: string, project: string, path: string, language: string) =>
    `${origin}/projects/${project}/${path}/${encodeURIComponent(language)}/`,
  user: (origin: string, username: string) => `${origin}/user/${encodeURIComponent(username)}/`,
  translate: (origin: string, project: string, path: string, language: string) =>
    `${origin}/translate/${project}/${path}/${encodeURIComponent(language)}/`,
};
