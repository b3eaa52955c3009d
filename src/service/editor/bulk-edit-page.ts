import { withoutExpressions } from "../../catalog/checks/fixed-parts.ts";
import type { CheckedText } from "../../catalog/checks/index.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { unitStates } from "../../catalog/unit.ts";
import { checkbox, csrfField, input, select } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { isOwnToken } from "../../http-api/request.ts";
import { Refusal } from "../../http-api/refusal.ts";
import { formOf } from "../http/form.ts";
import { idIn } from "../http/hyperlink.ts";
import { denied, notAuthenticated } from "../http/refusal.ts";
import type { VisibleTranslation } from "../identity/visible.ts";
import { searchIn } from "../landing/pull-request-search.ts";
import { crumbsTo, listAddress } from "../pages/crumbs.ts";
import { layout, pageAnswer } from "../pages/layout.ts";
import { stateWords } from "../pages/state-words.ts";
import { sourceCell, stringTable } from "../pages/string-table.ts";
import { batches } from "../../store/bulk.ts";
import { checkedTexts } from "../units/unit-checks.ts";
import { unitCondition } from "../units/unit-query.ts";
import { texts } from "../units/unit-row.ts";
import {
  applyBulkEdit,
  planBulkEdit,
  undoBulkEdit,
  type BulkOrder,
  type BulkPlan,
  type BulkResult,
  type PlannedEdit,
} from "./bulk-edit.ts";
import type { EditorVisit } from "./editor-visit.ts";
import { asItReads } from "./marked-source.ts";
import { asItWasSaid, hidden, inLanguage } from "./parts.ts";
import { stringAddress } from "./string-address.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";
import type { PlainKey, Words } from "../wording/words.ts";

/** Whether an address asks for the page on which many strings are changed at once. */
export function isBulkEdit(query: URLSearchParams): boolean {
  return query.get("view") === "bulk";
}

/** Where many strings of a search are changed at once. */
export function bulkAddress(editor: string, q: string): string {
  return `${editor}?${new URLSearchParams({ view: "bulk", ...(q === "" ? {} : { q }) }).toString()}`;
}

/** What the page says of the order, before or after it is done. */
interface Said {
  readonly plan?: BulkPlan;
  /** Strings of the plan as the checks look at them, by id; of a left-to-right language none. */
  readonly checked?: ReadonlyMap<number, CheckedText>;
  readonly result?: BulkResult;
  readonly problem?: string;
  readonly note?: "bulk.takenBack" | "bulk.changed";
}

/**
 * Changes many strings at once in three steps: what is to be done, every change of it to be looked at, and the deed. What is done is
 * what was shown: where strings changed in between, they are shown anew.
 */
export async function answerBulkEdit(visit: EditorVisit, place: VisibleTranslation): Promise<Response> {
  const { service, caller, visitor, url, request, words } = visit;
  const { say } = words;
  if (caller.user === undefined) throw notAuthenticated();
  const q = url.searchParams.get("q") ?? "";
  const labels = await service.database
    .selectFrom("label")
    .select(["id", "name"])
    .where("project_id", "=", place.project.id)
    .orderBy("name")
    .execute();
  const page = { visit, place, q, labels, fields: new URLSearchParams() };
  if (request.method !== "POST") {
    // A search that cannot be read is no reason to fill in a form.
    unitCondition(await searchIn(service, place, q), service.clock.now());
    return pageAnswer(bulkPage(page, {}));
  }
  const form = await formOf(request);
  try {
    if (!isOwnToken(visitor.signedIn?.csrf ?? "", form.get("csrf_token"))) {
      throw denied(say("bulk.otherSession"));
    }
    if (form.get("do") === "undo") {
      const result = await undoBulkEdit(service, caller, place, form.get("id") ?? "");
      return pageAnswer(bulkPage(page, { result, note: "bulk.takenBack" }));
    }
    const order = orderIn(form);
    const plan = await planBulkEdit(service, caller, place, { q, order });
    const looks = async (said: Said, status = 200): Promise<Response> => {
      const checked = await textsOf(visit, place, plan);
      return pageAnswer(bulkPage({ ...page, fields: form }, { plan, checked, ...said }), status);
    };
    if (form.get("do") !== "apply") return await looks({});
    if (form.get("hash") !== plan.hash) {
      return await looks({ problem: say("bulk.changedSince") }, 409);
    }
    const result = await applyBulkEdit(service, caller, place, plan, order);
    return pageAnswer(bulkPage(page, { result, note: "bulk.changed" }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return pageAnswer(bulkPage({ ...page, fields: form }, { problem: error.message }), error.status);
  }
}

/** What tells placeholders in texts that read from right to left. */
async function textsOf(
  { service }: EditorVisit,
  { component, language }: VisibleTranslation,
  { edits }: BulkPlan,
): Promise<ReadonlyMap<number, CheckedText>> {
  const ids = language.direction === "rtl" ? edits.map(({ unit }) => unit.id) : [];
  const parts = await Promise.all(batches(ids).map((some) => checkedTexts(service.readers, component, some)));
  return new Map(parts.flatMap((part) => [...part]));
}

/** What a form asks for. @throws 400 */
function orderIn(form: URLSearchParams): BulkOrder {
  const text = (name: string): string => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  switch (form.get("order")) {
    case "replace":
      return { kind: "replace", find: text("find"), by: text("by"), anyCase: form.get("any_case") === "true" };
    case "accept":
      return { kind: "accept", author: text("accept_author").trim(), reason: "" };
    case "decline":
      return { kind: "decline", author: text("decline_author").trim(), reason: text("reason").trim().slice(0, 200) };
    case "label":
    case "unlabel":
      return { kind: "label", label: idIn(form.get("label")), adds: form.get("order") === "label" };
    default: {
      const state = Number(form.get("state"));
      const isOne = [unitStates.needsEditing, unitStates.translated, unitStates.approved].some(
        (each) => each === state,
      );
      return { kind: "state", state: isOne ? state : unitStates.translated };
    }
  }
}

interface BulkPage {
  readonly visit: EditorVisit;
  readonly place: VisibleTranslation;
  readonly q: string;
  readonly labels: readonly { readonly id: number; readonly name: string }[];
  /** As they were sent. */
  readonly fields: URLSearchParams;
}

function bulkPage(page: BulkPage, { plan, checked, result, problem, note }: Said): string {
  const { visit, place, q } = page;
  const { visitor, service, url, words } = visit;
  const { say, show } = words;
  const language = place.language.name;
  return layout({
    words,
    title: say("bulk.title", { language }),
    site: service.settings.siteTitle,
    visitor,
    crumbs: crumbsTo(place),
    content: html`<h1>${say("bulk.heading")}</h1>
      <p>
        ${q === "" ? say("bulk.all", { language }) : show("bulk.found", { search: html`<code>${q}</code>`, language })}
        <a href="${listAddress(place)}${q === "" ? "" : `?q=${encodeURIComponent(q)}`}">${say("bulk.see")}</a>
      </p>
      ${problem === undefined ? "" : html`<div class="flash bad" role="alert"><p>${asItWasSaid(problem, words)}</p></div>`}
      ${result === undefined ? "" : resultNote(page, result, note ?? "bulk.changed")}
      ${plan === undefined ? orderForm(page) : preview(page, url.pathname, plan, checked)}`,
  });
}

function resultNote(
  { visit, place, q }: BulkPage,
  { id, changed, overtaken }: BulkResult,
  note: NonNullable<Said["note"]>,
): Markup {
  const { visitor, url, words } = visit;
  const { say } = words;
  const left = overtaken === 0 ? "" : ` ${say("bulk.overtaken", { count: overtaken })}`;
  return html`<div class="flash good">
    <p role="status">${say(note, { count: changed, language: place.language.name })}${left}</p>
    ${
      id === "" || changed === 0
        ? ""
        : html`<form method="post" action="${bulkAddress(url.pathname, q)}">
            ${csrfField(visitor.signedIn?.csrf ?? "")} ${hidden("id", id)}
            <button name="do" value="undo" class="second">${say("bulk.undo")}</button>
          </form>`
    }
  </div>`;
}

function orderForm({ visit, q, labels, fields, place }: BulkPage): Markup {
  const { visitor, url, words } = visit;
  const { say } = words;
  const order = fields.get("order") ?? "state";
  const states = [
    unitStates.needsEditing,
    unitStates.translated,
    ...(place.project.translation_review === 1 ? [unitStates.approved] : []),
  ];
  const choice = (value: string, name: PlainKey, content: Content): Markup =>
    html`<fieldset class="order">
      <legend>
        <label
          ><input type="radio" name="order" value="${value}" ${order === value ? html`checked` : ""} />
          ${say(name)}</label
        >
      </legend>
      ${content}
    </fieldset>`;
  return html`<form method="post" action="${bulkAddress(url.pathname, q)}" class="bulk">
    ${csrfField(visitor.signedIn?.csrf ?? "")}
    ${choice(
      "state",
      "bulk.giveState",
      select({
        name: "state",
        label: say("form.state"),
        value: fields.get("state") ?? String(unitStates.translated),
        choices: states.map((state) => ({ value: String(state), words: stateWords(state, words) })),
      }),
    )}
    ${choice(
      "replace",
      "bulk.replace",
      html`${input({ name: "find", label: say("bulk.find"), value: fields.get("find") ?? "" })}
      ${input({ name: "by", label: say("bulk.by"), value: fields.get("by") ?? "" })}
      ${checkbox({ name: "any_case", label: say("bulk.anyCase"), checked: fields.get("any_case") === "true" })}`,
    )}
    ${
      labels.length === 0
        ? ""
        : html`${choice(
            "label",
            "bulk.giveLabel",
            select({
              name: "label",
              label: say("bulk.label"),
              value: fields.get("label") ?? "",
              choices: labels.map(({ id, name }) => ({ value: String(id), words: name })),
            }),
          )}
          ${choice("unlabel", "bulk.unlabel", "")}`
    }
    ${choice(
      "accept",
      "bulk.accept",
      html`${input({ name: "accept_author", label: say("bulk.onlyOf"), value: fields.get("accept_author") ?? "", placeholder: say("bulk.userName"), hint: say("bulk.acceptHint") })}`,
    )}
    ${choice(
      "decline",
      "bulk.decline",
      html`${input({ name: "decline_author", label: say("bulk.onlyOf"), value: fields.get("decline_author") ?? "", placeholder: say("bulk.userName"), hint: say("bulk.everybodys") })}
      ${input({ name: "reason", label: say("bulk.why"), value: fields.get("reason") ?? "", hint: say("bulk.whyHint") })}`,
    )}
    <div class="actions"><button name="do" value="preview">${say("bulk.preview")}</button></div>
    <p class="soft">${say("bulk.nothingYet")}</p>
  </form>`;
}

function preview(
  { visit, q, fields, place }: BulkPage,
  path: string,
  { edits, refused, found, hash }: BulkPlan,
  checked: ReadonlyMap<number, CheckedText> | undefined,
): Markup {
  const { words } = visit;
  const { say, show } = words;
  const order = fields.get("order");
  const kept = [...fields].filter(([name]) => !["csrf_token", "do", "hash"].includes(name));
  const refusals = [...refused].map(
    ([why, count]) => html`<li>${show("bulk.refused", { count, reason: asItWasSaid(why, words) })}</li>`,
  );
  return html`<h2>${edits.length === 0 ? say("bulk.nothing") : say("bulk.would", { count: edits.length })}</h2>
    <p class="soft">${say("bulk.finds", { count: found })} ${say("bulk.stay", { count: found - edits.length })}</p>
    ${
      refusals.length === 0
        ? ""
        : html`<p>${say("bulk.mayNot")}</p>
            <ul>
              ${refusals}
            </ul>`
    }
    <form method="post" action="${bulkAddress(path, q)}">
      ${csrfField(visit.visitor.signedIn?.csrf ?? "")} ${kept.map(([name, value]) => hidden(name, value))}
      ${hidden("hash", hash)}
      <div class="actions">
        ${edits.length === 0 ? "" : html`<button name="do" value="apply">${say("bulk.apply", { count: edits.length })}</button>`}
        <a href="${bulkAddress(path, q)}">${say("bulk.other")}</a>
      </div>
    </form>
    ${
      edits.length === 0
        ? ""
        : stringTable(
            edits.map((edit) => row(place, path, edit, { words, order, checked: checked?.get(edit.unit.id) })),
            words,
          )
    }`;
}

function row(
  { language }: VisibleTranslation,
  path: string,
  { unit, target, state, suggestion }: PlannedEdit,
  {
    words,
    order,
    checked,
  }: { readonly words: Words; readonly order: string | null; readonly checked: CheckedText | undefined },
): Markup {
  const { say } = words;
  const like = checked && withoutExpressions(checked);
  const shown = (piece: string): Content => asItReads(language.direction, piece, like);
  const old = texts(unit.target);
  const said =
    suggestion === undefined ? "" : say("bulk.suggestionOf", { name: suggestion.username ?? say("name.bySomebody") });
  const declined = order === "decline" && suggestion !== undefined;
  const label = order === "label" ? say("bulk.withLabel") : order === "unlabel" ? say("bulk.withoutLabel") : "";
  return html`<tr>
    ${sourceCell(stringAddress(path, "", unit.id), unit.context, texts(unit.source).slice(0, 1))}
    <td>
      ${target.map((text, form) => inLanguage(language, markedDifference(wordDifference(old[form] ?? "", text), words, shown)))}
    </td>
    <td>
      ${state === unit.state ? stateWords(state, words) : html`<del>${stateWords(unit.state, words)}</del> <ins>${stateWords(state, words)}</ins>`}
      ${label === "" ? "" : html`<br /><ins>${label}</ins>`}
      ${declined ? html`<br /><del lang="${languageTag(language.code)}" dir="${language.direction}">${shown(texts(suggestion.target).join(" / "))}</del>` : ""}
      ${said === "" ? "" : html`<br /><span class="soft">${said}</span>`}
    </td>
  </tr>`;
}
