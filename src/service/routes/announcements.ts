import { contract } from "../../contract/index.ts";
import type { Announcement } from "../../contract/resources/announcement.ts";
import type { Page } from "../../contract/resources/page.ts";
import {
  currentAnnouncements,
  postAnnouncement,
  removeAnnouncement,
  type AnnouncementPlace,
  type NewAnnouncement,
} from "../announcements/announcements.ts";
import { visibleCategory } from "../categories/visible-category.ts";
import type { Happening } from "../changes/change-log.ts";
import { languageByCode } from "../components/language.ts";
import { countOf, paged } from "../http/paging.ts";
import { denied, notFound } from "../http/refusal.ts";
import { route } from "../http/route.ts";
import { may, mayGlobally, type Caller, type Place } from "../identity/permissions.ts";
import { numericId, visibleComponent, visibleProject, visibleTranslation } from "../identity/visible.ts";
import { representAnnouncement } from "../representation/announcement.ts";
import type { Service } from "../service.ts";

/** Where announcements are, who may post and remove them, and where the change log has it. */
interface Found {
  readonly place: AnnouncementPlace;
  readonly rights: Place;
  readonly about: Pick<Happening, "project" | "component" | "translation">;
}

interface Asked<Parameters> {
  readonly service: Service;
  readonly caller: Caller;
  readonly parameters: Parameters;
}

interface InProject {
  readonly project: string;
}
interface InComponent extends InProject {
  readonly component: string;
}

async function inProject({ service, caller, parameters }: Asked<InProject>): Promise<Found> {
  const project = await visibleProject(service, caller, parameters.project);
  return { place: { project: project.id }, rights: { project }, about: { project: project.id } };
}

async function inProjectLanguage(asked: Asked<InProject & { readonly language: string }>): Promise<Found> {
  const { place, rights, about } = await inProject(asked);
  const language = await languageByCode(asked.service.database, asked.parameters.language);
  if (language === undefined) throw notFound();
  return { place: { ...place, language: language.id }, rights: { ...rights, language }, about };
}

async function inCategory({ service, caller, parameters }: Asked<{ readonly id: string }>): Promise<Found> {
  const { category, project } = await visibleCategory(service, caller, parameters.id);
  return { place: { category: category.id }, rights: { project }, about: { project: project.id } };
}

async function inComponent({ service, caller, parameters }: Asked<InComponent>): Promise<Found> {
  const { project, component } = await visibleComponent(service, caller, parameters);
  const about = { project: project.id, component: component.id };
  return { place: { component: component.id }, rights: { project, component }, about };
}

async function inTranslation(asked: Asked<InComponent & { readonly language: string }>): Promise<Found> {
  const { project, component, language, translation } = await visibleTranslation(
    asked.service,
    asked.caller,
    asked.parameters,
  );
  return {
    place: { component: component.id, language: language.id },
    rights: { project, component, language },
    about: { project: project.id, component: component.id, translation: translation.id },
  };
}

async function list(
  { service, url }: { readonly service: Service; readonly url: URL },
  { place }: Found,
): Promise<Page<Announcement>> {
  const announcements = currentAnnouncements(service, place);
  return paged(
    { url },
    () => countOf(announcements),
    async (limit, offset) => {
      const rows = await announcements.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
      return rows.map(representAnnouncement);
    },
  );
}

async function post(
  { service, caller, body }: { readonly service: Service; readonly caller: Caller; readonly body: NewAnnouncement },
  { place, rights, about }: Found,
): Promise<Announcement> {
  if (!may(caller, rights, "announcement.add") && !mayGlobally(caller, "announcement.edit")) throw denied();
  return representAnnouncement(await postAnnouncement(service, place, body, { ...about, user: caller.user?.id }));
}

async function remove(
  { service, caller, parameters }: Asked<{ readonly announcement_id: string }>,
  { place, rights }: Found,
): Promise<undefined> {
  if (!may(caller, rights, "announcement.delete") && !mayGlobally(caller, "announcement.edit")) throw denied();
  await removeAnnouncement(service, place, numericId(parameters.announcement_id));
  return undefined;
}

const {
  projectAnnouncements: ofProject,
  projectLanguageAnnouncements: ofProjectLanguage,
  categoryAnnouncements: ofCategory,
  componentAnnouncements: ofComponent,
  translationAnnouncements: ofTranslation,
} = contract;

export const announcementRoutes = [
  route(ofProject.list, async (call) => list(call, await inProject(call))),
  route(ofProject.create, async (call) => post(call, await inProject(call))),
  route(ofProject.delete, async (call) => remove(call, await inProject(call))),
  route(ofProjectLanguage.list, async (call) => list(call, await inProjectLanguage(call))),
  route(ofProjectLanguage.create, async (call) => post(call, await inProjectLanguage(call))),
  route(ofProjectLanguage.delete, async (call) => remove(call, await inProjectLanguage(call))),
  route(ofCategory.list, async (call) => list(call, await inCategory(call))),
  route(ofCategory.create, async (call) => post(call, await inCategory(call))),
  route(ofCategory.delete, async (call) => remove(call, await inCategory(call))),
  route(ofComponent.list, async (call) => list(call, await inComponent(call))),
  route(ofComponent.create, async (call) => post(call, await inComponent(call))),
  route(ofComponent.delete, async (call) => remove(call, await inComponent(call))),
  route(ofTranslation.list, async (call) => list(call, await inTranslation(call))),
  route(ofTranslation.create, async (call) => post(call, await inTranslation(call))),
  route(ofTranslation.delete, async (call) => remove(call, await inTranslation(call))),
];
