import { contract } from "../../contract/index.ts";
import { severities } from "../../contract/resources/announcement.ts";
import { csrfField, input, plainChoices, postButton, select, textarea } from "../../http-api/form.ts";
import { html } from "../../http-api/markup.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { may } from "../identity/permissions.ts";
import { announcementList } from "../pages/announcement-list.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

const fields = ["message", "severity", "expiry"] as const;

/** What translators of a project or a component are told, while it is current. */
export const announcementsPage: ManagementPage = {
  name: "announcements",
  words: "Announcements",
  of: ["project", "component"],
  isFor: (caller, { project, component }) =>
    may(caller, { project, component }, "announcement.add", "announcement.delete"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    const { perform } = management;
    const of = place.component === undefined ? contract.projectAnnouncements : contract.componentAnnouncements;
    try {
      if (form.text("do") === "remove") {
        await perform(of.delete, { ...parametersOf(place), announcement_id: form.text("id") });
      } else {
        const sent = fields.map((name) => [name, form.text(name).trim()] as const).filter(([, value]) => value !== "");
        await perform(of.create, parametersOf(place), { body: Object.fromEntries(sent) });
      }
      return seeOther(manageAddress(announcementsPage, place));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, { form, refusal: error });
    }
  },
};

async function shown(
  management: ManagementRequest,
  place: Managed,
  { form, refusal }: { readonly form?: SentForm; readonly refusal?: Refusal },
): Promise<Response> {
  const { caller, perform, visitor } = management;
  const { project, component } = place;
  const of = component === undefined ? contract.projectAnnouncements : contract.componentAnnouncements;
  const { results } = await perform(of.list, parametersOf(place), { query: { page_size: "100" } });
  const here = manageAddress(announcementsPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const problems = refusal === undefined ? {} : problemsOf(refusal, fields);
  const mayRemove = may(caller, { project, component }, "announcement.delete");
  return shownPage(management, place, {
    page: announcementsPage.name,
    title: `Announcements of ${component?.name ?? project.name}`,
    about: "Translators see them on top of its pages until their last day; who subscribed is told.",
    problems,
    ...(refusal !== undefined && { status: refusal.status }),
    content: html`${
      results.length === 0
        ? html`<p class="soft">None at the moment.</p>`
        : results.map(
            (each) =>
              html`${announcementList([each])}
                <p class="soft">
                  ${each.expiry === null ? "Until it is removed." : `Until ${each.expiry.slice(0, 10)}.`}
                </p>
                ${mayRemove ? postButton({ action: here, csrf, words: "Remove", about: each.message.slice(0, 60), manner: "plain", fields: { do: "remove", id: String(each.id) } }) : ""}`,
          )
    }
    ${
      may(caller, { project, component }, "announcement.add")
        ? html`<form method="post" action="${here}" class="card narrow">
            <h2>Announce something</h2>
            ${csrfField(csrf)}
            ${textarea({ name: "message", label: "Message", value: form?.text("message") ?? "", problem: problems["message"] })}
            ${select({ name: "severity", label: "Kind", value: form?.text("severity") ?? "info", choices: plainChoices(severities) })}
            ${input({ name: "expiry", label: "Last day", value: form?.text("expiry") ?? "", placeholder: "2026-12-31", hint: "Empty: until somebody removes it.", problem: problems["expiry"] })}
            <button name="do" value="add" class="second">Announce it</button>
          </form>`
        : ""
    }`,
  });
}
