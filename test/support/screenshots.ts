import type { ServiceUnderTest } from "./service-api.ts";

/** The smallest picture there is. */
const picture = Buffer.from("R0lGODlhAQABAAAAACw=", "base64");

/** Adds a screenshot of a component. @param component `project/component` @returns its id */
export async function addScreenshot(
  { url, adminToken }: ServiceUnderTest,
  component: string,
  { name, language = "en", image = picture }: { name: string; language?: string; image?: Uint8Array<ArrayBuffer> },
): Promise<number> {
  const [project = "", ...rest] = component.split("/");
  const form = new FormData();
  const fields = { name, project_slug: project, component_slug: rest.join("/"), language_code: language };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("image", new Blob([image]), "picture");
  const headers = { authorization: `Token ${adminToken}` };
  const answer = await fetch(new URL("/api/screenshots/", url), { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`The screenshot was answered with ${String(answer.status)}: ${await answer.text()}`);
  const { id }: { readonly id: number } = JSON.parse(await answer.text());
  return id;
}
