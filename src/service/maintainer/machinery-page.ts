import { contract } from "../../contract/index.ts";
import { checkbox, csrfField, input, postButton, secret, select, textarea } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { notFound } from "../http/refusal.ts";
import { may } from "../identity/permissions.ts";
import { usedCharacters } from "../machinery/budget.ts";
import { configuredServices, machineOf, type Configured } from "../machinery/configured.ts";
import { MachineFailure } from "../machinery/machine.ts";
import { machineService, machineServices, limits, formalities, type MachineService } from "../machinery/services.ts";
import {
  manageAddress,
  parametersOf,
  shownPage,
  triedConnections,
  type ManagementPage,
  type TriedConnection,
} from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

const limitLabels: Readonly<Record<keyof typeof limits, string>> = {
  daily_characters: "Characters a day, all people together",
  daily_characters_person: "Characters a day, one person",
};
const formalityWords: Readonly<Record<(typeof formalities)[number], string>> = {
  default: "as it comes",
  prefer_more: "formal",
  prefer_less: "informal",
};

/** The services by which machines translate: switched on, tried, and switched off again. */
export const machineryPage: ManagementPage = {
  name: "machinery",
  words: "Machine translation",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.edit"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    const kind = machineService(form.text("service"));
    try {
      if (kind === undefined) throw invalid(null, "This form asks for nothing that there is.");
      return await done(management, place, kind, form);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, { form, refusal: error });
    }
  },
};

async function done(
  management: ManagementRequest,
  place: Managed,
  kind: MachineService,
  form: SentForm,
): Promise<Response> {
  const { perform } = management;
  const at = parametersOf(place);
  const onward = (what: string): Response => seeOther(`${manageAddress(machineryPage, place)}?done=${what}`);
  switch (form.text("do")) {
    case "save": {
      const body = { service: kind.id, configuration: sentConfiguration(form) };
      const isOn = (await configuredAt(management, place, kind)) !== undefined;
      await (isOn
        ? perform(contract.machinery.update, at, { body })
        : perform(contract.machinery.install, at, { body }));
      return onward(isOn ? "saved" : "on");
    }
    case "off":
      await perform(contract.machinery.update, at, { body: { service: kind.id, configuration: {} } });
      return onward("off");
    case "try": {
      const configured = await configuredAt(management, place, kind);
      if (configured === undefined) throw notFound();
      return shown(management, place, { tried: await tried(management, configured) });
    }
    default:
      throw invalid(null, "This form asks for nothing that there is.");
  }
}

const doneWords = new Map([
  ["on", "Switched on: translators find its texts beside their strings. “Try it” shows whether the key is right."],
  ["saved", "Saved."],
  ["off", "Switched off, and its key is gone. Nothing is sent there any more."],
]);

/** What is left empty is as the service has it by itself; a key stays. */
function sentConfiguration(form: SentForm): Readonly<Record<string, string>> {
  const names = ["url", "key", "formality", "context", "next_gen", ...Object.keys(limits)];
  const sent = names.map((name) => [name, form.text(name).trim()] as const).filter(([, value]) => value !== "");
  return { ...(form.has("key:forget") && { key: "" }), ...Object.fromEntries(sent) };
}

async function configuredAt(
  { service }: ManagementRequest,
  { project }: Managed,
  kind: MachineService,
): Promise<Configured | undefined> {
  return (await configuredServices(service.database, project.id)).find((each) => each.kind.id === kind.id);
}

/** Asks as little as tells whether it works: nothing of the project is sent. */
async function tried({ service }: ManagementRequest, configured: Configured): Promise<readonly TriedConnection[]> {
  try {
    const machine = await machineOf(service, configured);
    const { sources, targets, from } = await machine.languages();
    const lines = [`${machine.name} answers. It translates from ${count(sources)} into ${count(targets)}.`];
    if (machine.usage === undefined) {
      const source = sources.find((code) => /^en\b/i.test(code)) ?? sources[0] ?? "";
      const target = (from.get(source) ?? targets).find((code) => code !== source);
      const [text] = target === undefined ? [] : await machine.translate({ source, target, texts: ["Hello"] });
      if (text !== undefined)
        lines.push(`“Hello” is “${text.slice(0, 100)}” in ${target ?? ""}: the key is right, or none is wanted.`);
    } else {
      const { characters, limit } = await machine.usage();
      lines.push(
        `The key is right. ${characters.toLocaleString("en-US")} of ${limit.toLocaleString("en-US")} characters of the account are used.`,
      );
    }
    return lines.map((words) => ({ isGood: true, words }));
  } catch (error) {
    if (!(error instanceof MachineFailure)) throw error;
    return [{ isGood: false, words: error.message }];
  }
}

function count(languages: readonly string[]): string {
  return languages.length === 1 ? "1 language" : `${String(languages.length)} languages`;
}

interface State {
  readonly form?: SentForm;
  readonly refusal?: Refusal;
  readonly tried?: readonly TriedConnection[];
}

async function shown(management: ManagementRequest, place: Managed, state: State): Promise<Response> {
  const { service, url } = management;
  const { refusal, tried: lines } = state;
  const configured = await configuredServices(service.database, place.project.id);
  const used = await usedCharacters(service.database, place.project.id, service.clock.now());
  const said = doneWords.get(url.searchParams.get("done") ?? "");
  return shownPage(management, place, {
    page: machineryPage.name,
    title: `Machine translation of ${place.project.name}`,
    about:
      "Translators get a machine’s text beside a string, and decide on it: nothing a machine wrote is saved by itself. Until a service is switched on here, nothing is sent anywhere. Once it is, source texts go there whenever somebody who may see machine suggestions opens a string that is not translated.",
    problems: refusal === undefined ? {} : problemsOf(refusal, []),
    ...(refusal !== undefined && { status: refusal.status }),
    ...(said !== undefined && { done: said }),
    content: html`${triedConnections(lines)}
    ${machineServices.map((kind) => {
      const own = configured.find((each) => each.kind === kind);
      return serviceForm(management, place, { kind, own, form: state.form, used: used.get(kind.id) });
    })}`,
  });
}

interface ServiceForm {
  readonly kind: MachineService;
  readonly own: Configured | undefined;
  readonly form: SentForm | undefined;
  readonly used: { readonly today: number; readonly month: number } | undefined;
}

function serviceForm({ visitor }: ManagementRequest, place: Managed, { kind, own, form, used }: ServiceForm): Markup {
  const here = manageAddress(machineryPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const typed = form?.text("service") === kind.id ? form : undefined;
  const button = (words: string, order: string): Markup =>
    postButton({
      action: here,
      csrf,
      words,
      about: kind.name,
      manner: "plain",
      fields: { do: order, service: kind.id },
    });
  return html`<section class="card narrow" aria-label="${kind.name}">
    <h2>${kind.name}${own === undefined ? "" : html` <span class="soft">switched on</span>`}</h2>
    <p class="soft">${kind.about}</p>
    ${used === undefined ? "" : html`<p class="soft">Sent today: ${used.today.toLocaleString("en-US")} characters; in the last 31 days: ${used.month.toLocaleString("en-US")}.</p>`}
    <form method="post" action="${here}">
      ${csrfField(csrf)} <input type="hidden" name="service" value="${kind.id}" />
      ${fieldsOf(kind, own, typed)}
      <button name="do" value="save" class="second">${own === undefined ? "Switch it on" : "Save"}</button>
    </form>
    ${own === undefined ? "" : html`<div class="actions">${button("Try it", "try")} ${button("Switch off", "off")}</div>`}
  </section>`;
}

function fieldsOf(kind: MachineService, own: Configured | undefined, form: SentForm | undefined): Content {
  const stored = new Map<string, unknown>(Object.entries(own?.configuration ?? {}));
  const id = (name: string): string => `${kind.id}-${name}`;
  const value = (name: string, usual: string): string => {
    const kept = stored.get(name);
    return form?.text(name) ?? (["string", "number", "boolean"].includes(typeof kept) ? String(kept) : usual);
  };
  return html`${input({
    name: "url",
    id: id("url"),
    label: "Address",
    value: value("url", kind.usualUrl),
    type: "url",
    required: kind.usualUrl === "",
    placeholder: "https://translate.example.org",
    ...(own !== undefined && { hint: "Another server wants the key anew." }),
  })}
  ${secret({
    name: "key",
    id: id("key"),
    label: "Key",
    isSet: (own?.sealedKey ?? "") !== "",
    hint: kind.needsKey
      ? "Of the account that pays. It is kept sealed, and shown to nobody."
      : "None, if the server wants none.",
  })}
  ${
    kind.options.shape["formality"] === undefined
      ? ""
      : html`${select({
          name: "formality",
          id: id("formality"),
          label: "Form of address",
          value: value("formality", "default"),
          choices: formalities.map((each) => ({ value: each, words: formalityWords[each] })),
        })}
        ${textarea({ name: "context", id: id("context"), label: "What the texts are about", value: value("context", ""), rows: 2, hint: "Sent with each text, and not translated. It makes words with several meanings right." })}
        ${checkbox({ name: "next_gen", id: id("next_gen"), label: "By its newest models", checked: value("next_gen", "false") === "true" })}`
  }
  ${Object.entries(limits).map(([name, schema]) =>
    input({
      name,
      id: id(name),
      label: limitLabels[name === "daily_characters" ? name : "daily_characters_person"],
      type: "number",
      minimum: 0,
      value: value(name, String(schema.parse(undefined))),
    }),
  )}`;
}
