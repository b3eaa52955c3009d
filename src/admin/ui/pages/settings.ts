import { ago } from "../parts/time.ts";
import { stateBadge } from "../parts/state.ts";
import { listEvents, type LoggedEvent } from "../../../records/logs/event-log.ts";
import { Hono } from "hono";
import type { TrialResult } from "../../trials.ts";
import type { FlashKey } from "../flash.ts";
import { currentSettings } from "../../../records/settings/current-settings.ts";
import { managementOf } from "../../../records/settings/management.ts";
import { notFound } from "../../http/refusal.ts";
import { changeTried } from "../../operations/tried-change.ts";
import { healthOperations } from "../../operations/health.ts";
import { html, nothing, type Markup } from "../../../http-api/markup.ts";
import { BASE } from "../layout.ts";
import { csrfField, formProblem, type FieldProblems, postButton } from "../../../http-api/form.ts";
import { entriesSection, entryKinds, entryPatch, shownEntries, type EntryKind } from "../settings/entries.ts";
import { mailSection, plainSections, type SettingSection } from "../settings/setting-fields.ts";
import { isObject, patchOf, settingFields, shownFields } from "../settings/setting-form.ts";
import {
  ask,
  goTo,
  may,
  requireAny,
  show,
  type PageContext,
  type PageVariables,
  type SignedInRequest,
} from "../page-context.ts";

const PATH = `${BASE}/settings`;

type Values = Readonly<Record<string, unknown>>;

/** What was sent and refused, and why. */
interface Refused {
  readonly place: string;
  readonly form: URLSearchParams;
  readonly problems: FieldProblems;
}

/** How the bot works: a form a section, in force for every process as soon as it is saved. */
export function settingsPages(): Hono<PageVariables> {
  const app = new Hono<PageVariables>();
  app.use("/settings/*", onlyAdministrators);
  app.get("/settings", (context) => {
    const signedIn = context.get("signedIn");
    // Who may read the settings by the API may look at them here.
    requireAny(signedIn, "administrator", "operator");
    return may(signedIn, "administrator") ? showSettings(context) : showReadOnly(context);
  });
  app.post("/settings/test-mail", async (context) => {
    const { delivered } = await ask(context.get("signedIn"), healthOperations.sendTestMail, { body: {} });
    return goTo(`/settings?told=${delivered ? "test-mail-sent" : "test-mail-failed"}#mail`);
  });
  app.post("/settings/entry/:kind", saveEntry);
  app.post("/settings/try/:kind", tryEntry);
  app.post("/settings/section/:section", saveSection);
  return app;
}

/** Who changes something. */
async function onlyAdministrators(context: PageContext, next: () => Promise<void>): Promise<void> {
  if (context.req.method !== "GET") requireAny(context.get("signedIn"), "administrator");
  await next();
}

async function saveSection(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const form = context.get("form");
  const title = context.req.param("section") ?? "";
  const section = plainSections.find((known) => idOf(known) === title);
  if (section === undefined) throw notFound("There is no such section.");
  const present = await presentValues(signedIn);
  const own = patchOf(section.fields, form, prefixOf(section), valuesOf(present, section));
  const patch = section.name === "" ? own : { [section.name]: own };
  return save(context, patch, { place: idOf(section), form });
}

async function saveEntry(context: PageContext): Promise<Response> {
  const signedIn = context.get("signedIn");
  const form = context.get("form");
  const kind = entryKinds.find((known) => known === context.req.param("kind"));
  if (kind === undefined) throw notFound("There is no such section.");
  const { patch, place, renamed } = entryPatch(kind, form, valuesOf(await presentValues(signedIn), { name: kind }));
  const saved = await save(context, patch, { place, form }, renamed);
  const name = form.get("entry") ?? form.get("name")?.trim() ?? "";
  // What is wrong beside the token is noticed now, too. A chat is not written to by the way.
  const isTried = saved.status === 303 && kind !== "notifications" && form.get("remove") !== "true";
  const results = isTried ? await resultsOf(context.get("signedIn"), kind, name) : undefined;
  return results === undefined
    ? saved
    : showSettings(context, undefined, { place: `${kind}.${name}`, results }, "settings-saved");
}

async function tryEntry(context: PageContext): Promise<Response> {
  const kind = entryKinds.find((known) => known === context.req.param("kind"));
  const name = context.get("form").get("entry") ?? "";
  const results = kind === undefined ? undefined : await resultsOf(context.get("signedIn"), kind, name);
  if (results === undefined) throw notFound("There is nothing to try.");
  return showSettings(context, undefined, { place: `${kind ?? ""}.${name}`, results });
}

async function resultsOf(
  { admin: { trials } }: SignedInRequest,
  kind: EntryKind,
  name: string,
): Promise<readonly TrialResult[] | undefined> {
  switch (kind) {
    case "forges":
      return trials?.forge(name);
    case "services":
      return trials?.service(name);
    case "notifications":
      return trials?.channel(name);
  }
}

/** @param renamed problems' fields as the form has them */
async function save(
  context: PageContext,
  patch: Values,
  sent: Omit<Refused, "problems">,
  renamed: (field: string) => string = (field) => field,
): Promise<Response> {
  const { admin, caller } = context.get("signedIn");
  const changed = await changeTried(admin, { change: patch, how: "patch", login: caller.login, isTried: true });
  if (changed.state === "changed") return goTo(`/settings?told=settings-saved#${sent.place.split(".")[0] ?? ""}`);
  const problems =
    changed.state === "refused"
      ? Object.fromEntries(changed.problems.map(({ field, message }) => [renamed(field), message]))
      : { "": "Somebody else changed the settings meanwhile. Look at them, and try again." };
  return showSettings(context, { ...sent, problems });
}

async function presentValues({ admin }: SignedInRequest): Promise<Values> {
  return managementOf(await currentSettings(admin.records));
}

function valuesOf(values: Values, { name }: Pick<SettingSection, "name">): Values {
  const own = name === "" ? values : values[name];
  return isObject(own) ? own : {};
}

function idOf({ name }: SettingSection): string {
  return name === "" ? "general" : name;
}

function prefixOf({ name }: SettingSection): string {
  return name === "" ? "" : `${name}.`;
}

interface Tried {
  readonly place: string;
  readonly results: readonly TrialResult[];
}

async function showSettings(
  context: PageContext,
  refused?: Refused,
  tried?: Tried,
  said?: FlashKey,
): Promise<Response> {
  const signedIn = context.get("signedIn");
  const values = await presentValues(signedIn);
  const { csrf } = signedIn.caller.session;
  const testMail = testMailForm(signedIn, await lastMail(signedIn));
  const entries = (kind: EntryKind): Markup =>
    entriesSection({
      kind,
      values: valuesOf(values, { name: kind }),
      csrf,
      refused,
      publicUrl: publicUrlOf(values, signedIn),
      canTry: signedIn.admin.trials !== undefined,
      tried,
    });
  return show(
    context,
    {
      title: "Settings",
      lead: "In force for every process as soon as they are saved. Secrets go in and never come out.",
      content: html`${index()}
      ${plainSections.slice(0, 1).map((section) => sectionForm(section, values, csrf, refused))} ${entries("forges")}
      ${entries("services")} ${entries("notifications")}
      ${plainSections.slice(1).map((section) => sectionForm(section, values, csrf, refused, section === mailSection ? testMail : nothing))}`,
    },
    refused === undefined ? 200 : 400,
    said,
  );
}

async function showReadOnly(context: PageContext): Promise<Response> {
  const values = await presentValues(context.get("signedIn"));
  const [general, ...others] = plainSections;
  return show(context, {
    title: "Settings",
    lead: "As they are in force. Administrators change them.",
    content: html`${index()} ${plainSection(general, values)}
    ${entryKinds.map((kind) => shownEntries(kind, valuesOf(values, { name: kind })))}
    ${others.map((section) => plainSection(section, values))}`,
  });
}

function plainSection(section: SettingSection, values: Values): Markup {
  const id = idOf(section);
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${section.title}</h2>
    <p class="soft">${section.about}</p>
    ${shownFields(section.fields, valuesOf(values, section))}
  </section>`;
}

function publicUrlOf({ public_url }: Values, { request }: SignedInRequest): string {
  return typeof public_url === "string" && public_url !== "" ? public_url : request.url.origin;
}

function index(): Markup {
  const places: readonly (readonly [string, string])[] = [
    ["general", "General"],
    ["forges", "Forges"],
    ["services", "Translation services"],
    ["notifications", "Notifications"],
    ["mail", "Mail"],
    ["schedules", "Schedules"],
    ["retention", "Retention"],
    ["limits", "Limits"],
    ["alerts", "Alerts"],
  ];
  return html`<nav aria-label="Sections">
    <ul class="tabs">
      ${places.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`;
}

function sectionForm(
  section: SettingSection,
  values: Values,
  csrf: string,
  refused: Refused | undefined,
  below: Markup = nothing,
): Markup {
  const id = idOf(section);
  const isRefused = refused?.place === id;
  const problems = isRefused ? refused.problems : {};
  return html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${section.title}</h2>
    <p class="soft">${section.about}</p>
    <form method="post" action="${PATH}/section/${id}">
      ${csrfField(csrf)} ${formProblem(problems)}
      ${settingFields(section.fields, {
        prefix: prefixOf(section),
        values: valuesOf(values, section),
        problems,
        sent: isRefused ? refused.form : undefined,
      })}
      <button>Save<span class="hidden"> ${section.title}</span></button>
    </form>
    ${below}
  </section>`;
}

/** What happened with mail last. */
async function lastMail({ admin }: Pick<SignedInRequest, "admin">): Promise<LoggedEvent | undefined> {
  const { items } = await listEvents(admin.records, { component: "mail" }, { page: 1, size: 1 });
  return items[0];
}

/** Whether the mail settings work shows best by a mail. */
function testMailForm({ caller, now }: Pick<SignedInRequest, "caller" | "now">, last: LoggedEvent | undefined): Markup {
  return html`<hr />
    <h3>Test mail</h3>
    <p class="soft">Goes to ${caller.email} over the settings as they are saved.</p>
    ${postButton({ action: `${BASE}/settings/test-mail`, csrf: caller.session.csrf, words: "Send a test mail", manner: "second" })}
    ${last === undefined ? "" : lastWords(last, now)}`;
}

/** The server's own words say more than ours. */
function lastWords({ time, level, message, details }: LoggedEvent, now: Date): Markup {
  const { response } = details;
  return html`<div class="last-mail">
    <p>${stateBadge(level)} ${message} <span class="soft">${ago(time, now)}</span></p>
    ${
      typeof response === "string" && response !== ""
        ? html`<p class="soft">The mail server said: <code>${response}</code></p>`
        : ""
    }
  </div>`;
}
