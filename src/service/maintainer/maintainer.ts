import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { Scratch } from "../files/archive.ts";
import { denied, methodNotAllowed, notFound } from "../http/refusal.ts";
import { mayAddTerm, newTermAddress } from "../editor/glossary.ts";
import { may, type Caller } from "../identity/permissions.ts";
import { visibleComponent, visibleProject, visibleTranslation, type VisibleTranslation } from "../identity/visible.ts";
import type { ManagementLink } from "../pages/links.ts";
import type { LinksOfList } from "../pages/reader.ts";
import type { Service } from "../service.ts";
import { MANAGE, manageAddress, shownPage, type ManagementPage } from "./pages.ts";
import { accessPage } from "./access-page.ts";
import { addonsPage } from "./addons-page.ts";
import { announcementsPage } from "./announcements-page.ts";
import { categoriesPage } from "./categories-page.ts";
import { filesPage } from "./files-page.ts";
import { historyPage } from "./history-page.ts";
import { languagesPage } from "./languages-page.ts";
import { machineryPage } from "./machinery-page.ts";
import { newComponentPage } from "./new-component-page.ts";
import { answerNewProject, NEW_PROJECT } from "./new-project-page.ts";
import { questionsPage } from "./questions-page.ts";
import { repositoriesPage } from "./repositories-page.ts";
import { repositoryPage } from "./repository-page.ts";
import { screenshotsPage } from "./screenshots-page.ts";
import { settingsPage } from "./settings-page.ts";
import { sharedPage } from "./shared-page.ts";
import { tokensPage } from "./tokens-page.ts";
import { webhookPage } from "./webhook-page.ts";
import {
  isManagedComponent,
  isManagedTranslation,
  problemsOf,
  sentForm,
  type Managed,
  type ManagementRequest,
} from "./managed-page.ts";

/** Every page on which something is looked after; the address says which. */
export const managementPages: readonly ManagementPage[] = [
  repositoriesPage,
  ofOnly(isManagedComponent, repositoryPage),
  ofOnly(isManagedComponent, languagesPage),
  ofOnly(isManagedTranslation, filesPage),
  ofOnly(isManagedComponent, webhookPage),
  newComponentPage,
  categoriesPage,
  accessPage,
  tokensPage,
  announcementsPage,
  historyPage,
  addonsPage,
  machineryPage,
  questionsPage,
  ofOnly(isManagedComponent, screenshotsPage),
  ofOnly(isManagedComponent, sharedPage),
  settingsPage,
];

/** A page of components or of translations alone, as one of the list. */
function ofOnly<Place extends Managed>(
  isPlace: (place: Managed) => place is Place,
  page: ManagementPage<Place>,
): ManagementPage {
  const { submit } = page;
  const placeIn = (place: Managed): Place => {
    if (!isPlace(place)) throw notFound();
    return place;
  };
  return {
    ...page,
    isFor: (caller, place) => isPlace(place) && page.isFor(caller, place),
    show: async (management, place) => page.show(management, placeIn(place)),
    submit: submit && (async (management, place, form) => submit(management, placeIn(place), form)),
  };
}

export function isManagementPage({ pathname }: URL): boolean {
  return pathname.startsWith(MANAGE);
}

/** Pages of a place that are for the caller. */
export function managementLinks(caller: Caller, place: Managed): readonly ManagementLink[] {
  return managementPages.flatMap((page) => {
    const { name, words } = page;
    const at = reachOf(page, place);
    return at !== undefined && page.isFor(caller, at) ? [{ name, words, address: manageAddress(page, at) }] : [];
  });
}

/** Where a page is to be opened from a place: itself, or what it belongs to. */
function reachOf({ of }: ManagementPage, { project, component, translation, language }: Managed): Managed | undefined {
  if (translation !== undefined && of.includes("translation")) return { project, component, translation, language };
  if (component !== undefined && translation === undefined && of.includes("component")) return { project, component };
  return component === undefined && of.includes("project") ? { project } : undefined;
}

/**
 * A page on which something is looked after, and what its form does. What is asked and done is asked and done by the API, in
 * this process: nobody may more here than there.
 */
export async function answerManagement(management: Omit<ManagementRequest, "links" | "scratch">): Promise<Response> {
  const { caller, request } = management;
  await using scratch = new Scratch(management.service);
  const whole: ManagementRequest = { ...management, scratch, links: (place) => managementLinks(caller, place) };
  if (management.url.pathname === NEW_PROJECT) return await answerNewProject(whole);
  const { page, place } = await placeAt(whole);
  const isFor = page.isFor(caller, place);
  if (request.method !== "POST") {
    if (!isFor) throw denied();
    return await page.show(whole, place);
  }
  if (page.submit === undefined) throw methodNotAllowed(request.method);
  // Whose session has ended is asked to sign in again, before anything is refused.
  const form = await sentForm(whole);
  if (!isFor) throw denied();
  try {
    return await page.submit(whole, place, form);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 404) throw error;
    return shownPage(whole, place, {
      page: page.name,
      title: page.words,
      status: error.status,
      problems: problemsOf(error, []),
      content: html`<p><a href="${manageAddress(page, place)}">Back to the page</a></p>`,
    });
  }
}

/** Links to the pages of a place that a page for readers is about, by its names. */
export async function linksAt(
  service: Service,
  caller: Caller,
  { project, component }: PlaceNames,
): Promise<readonly ManagementLink[]> {
  if (caller.user === undefined) return [];
  const place =
    component === undefined
      ? { project: await visibleProject(service, caller, project) }
      : await visibleComponent(service, caller, { project, component });
  return managementLinks(caller, place);
}

/** What the list of a translation's strings leads to. */
export function linksOfList(caller: Caller, place: VisibleTranslation): LinksOfList {
  const isForFiles = caller.user !== undefined && filesPage.isFor(caller, place);
  return {
    mayDownload: place.translation.filename !== "" && may(caller, place, "translation.download"),
    files: isForFiles ? manageAddress(filesPage, place) : undefined,
    newTerm: mayAddTerm(caller, place) ? newTermAddress(place) : undefined,
  };
}

/** As addresses name it. */
interface PlaceNames {
  readonly project: string;
  readonly component?: string;
}

async function placeAt({ service, caller, url }: ManagementRequest): Promise<{ page: ManagementPage; place: Managed }> {
  const [name = "", project = "", ...rest] = segmentsOf(url);
  const page = managementPages.find((each) => each.name === name);
  if (page === undefined || project === "") throw notFound();
  const { of } = page;
  if (rest.length === 0) {
    if (!of.includes("project")) throw notFound();
    return { page, place: { project: await visibleProject(service, caller, project) } };
  }
  if (of.includes("translation")) {
    const language = rest.at(-1) ?? "";
    const component = rest.slice(0, -1).join("/");
    return { page, place: await visibleTranslation(service, caller, { project, component, language }) };
  }
  if (!of.includes("component")) throw notFound();
  return { page, place: await visibleComponent(service, caller, { project, component: rest.join("/") }) };
}

function segmentsOf({ pathname }: URL): readonly string[] {
  try {
    return pathname
      .slice(MANAGE.length)
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    throw notFound();
  }
}
