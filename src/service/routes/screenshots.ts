import { contract } from "../../contract/index.ts";
import type { screenshots as endpoints } from "../../contract/endpoints/screenshots.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { FileAnswer, route, type Call } from "../http/route.ts";
import {
  numericId,
  visibleComponent,
  visibleScope,
  visibleTranslation,
  visibleUnit,
  type VisibleTranslation,
} from "../identity/visible.ts";
import type { Caller } from "../identity/permissions.ts";
import {
  addScreenshot,
  editScreenshot,
  hideUnit,
  imageOf,
  listScreenshots,
  removeScreenshot,
  replaceImage,
  representScreenshot,
  showUnit,
  visibleScreenshot,
} from "../screenshots/screenshots.ts";
import type { Service } from "../service.ts";

export const screenshotRoutes = [
  route(contract.screenshots.list, async (call) =>
    listScreenshots(call, await visibleScope(call.service, call.caller)),
  ),
  route(contract.screenshots.ofComponent, async (call) => {
    const { component } = await visibleComponent(call.service, call.caller, call.parameters);
    return listScreenshots(call, { component: component.id });
  }),
  route(contract.screenshots.create, async ({ service, caller, body, files, origin }) => {
    const place = await namedTranslation(service, caller, body);
    const { name, repository_filename: repositoryFilename = "" } = body;
    const screenshot = { name, repositoryFilename, image: files.get("image") };
    return representScreenshot(service, await addScreenshot(service, caller, place, screenshot), origin);
  }),
  route(contract.screenshots.get, async ({ service, caller, parameters, origin }) => {
    const { screenshot } = await visibleScreenshot(service, caller, parameters.id);
    return representScreenshot(service, screenshot, origin);
  }),
  route(contract.screenshots.edit, edit),
  route(contract.screenshots.replace, edit),
  route(contract.screenshots.delete, async ({ service, caller, parameters }) => {
    await removeScreenshot(service, caller, await visibleScreenshot(service, caller, parameters.id));
    return undefined;
  }),
  route(contract.screenshots.file, async ({ service, caller, parameters }) => {
    const place = await visibleScreenshot(service, caller, parameters.id);
    const { id, file, media_type: mediaType } = place.screenshot;
    const extension = file.slice(file.lastIndexOf(".") + 1);
    return new FileAnswer(await imageOf(service, place), {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename="screenshot-${String(id)}.${extension}"`,
      // Nothing in an image is to run, whatever a browser takes it for.
      "Content-Security-Policy": "default-src 'none'; sandbox",
    });
  }),
  route(contract.screenshots.upload, replaceFile),
  route(contract.screenshots.replaceFile, replaceFile),
  route(contract.screenshots.addUnit, async ({ service, caller, parameters, body, origin }) => {
    const place = await visibleScreenshot(service, caller, parameters.id);
    await showUnit(service, caller, place, body.unit_id);
    return representScreenshot(service, place.screenshot, origin);
  }),
  route(contract.screenshots.removeUnit, async ({ service, caller, parameters }) => {
    const place = await visibleScreenshot(service, caller, parameters.id);
    await hideUnit(service, caller, place, numericId(parameters.unit));
    return undefined;
  }),
  route(contract.units.screenshots, async (call) => {
    const { unit } = await visibleUnit(call.service, call.caller, call.parameters.id);
    return listScreenshots(call, { units: [unit.id, unit.source_unit_id ?? unit.id] });
  }),
  route(contract.units.addScreenshot, async ({ service, caller, parameters, body, origin }) => {
    const { unit } = await visibleUnit(service, caller, parameters.id);
    const place = await visibleScreenshot(service, caller, String(body.screenshot_id));
    await showUnit(service, caller, place, unit.id);
    return representScreenshot(service, place.screenshot, origin);
  }),
  route(contract.units.removeScreenshot, async ({ service, caller, parameters }) => {
    const { unit, component } = await visibleUnit(service, caller, parameters.id);
    const place = await visibleScreenshot(service, caller, parameters.screenshot);
    if (place.component.id !== component.id) throw notFound();
    await hideUnit(service, caller, place, unit.id);
    return undefined;
  }),
];

type EditCall = Call<typeof endpoints.edit> | Call<typeof endpoints.replace>;

async function edit({ service, caller, parameters, body, origin }: EditCall) {
  const place = await visibleScreenshot(service, caller, parameters.id);
  const changes = { name: body.name, repositoryFilename: body.repository_filename };
  return representScreenshot(service, await editScreenshot(service, caller, place, changes), origin);
}

type ReplaceCall = Call<typeof endpoints.upload> | Call<typeof endpoints.replaceFile>;

async function replaceFile({ service, caller, parameters, files }: ReplaceCall) {
  await replaceImage(service, caller, await visibleScreenshot(service, caller, parameters.id), files.get("image"));
  return { result: true };
}

/** The translation that a form names. @throws 400 on all three names if there is none, as the real service says it */
async function namedTranslation(
  service: Service,
  caller: Caller,
  names: { readonly project_slug: string; readonly component_slug: string; readonly language_code: string },
): Promise<VisibleTranslation> {
  try {
    return await visibleTranslation(service, caller, {
      project: names.project_slug,
      component: names.component_slug,
      language: names.language_code,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = "Translation matching query does not exist.";
    throw new Refusal(
      400,
      ["project_slug", "component_slug", "language_code"].map((field) => ({ code: "invalid", detail, field })),
    );
  }
}
