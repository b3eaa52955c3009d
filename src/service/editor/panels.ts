import type { CheckedText } from "../../catalog/checks/index.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { unitStates } from "../../catalog/unit.ts";
import { html, outward, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { texts } from "../units/unit-row.ts";
import type { MachineSuggestion, OfferedMachine } from "../machinery/suggestions.ts";
import type { openGlossaries, Term } from "./glossary.ts";
import type { MemoryOffer, MemoryReading } from "./memory-offers.ts";
import type { Landing } from "../landing/landing.ts";
import type { Origin, PullRequestOfCommit } from "../landing/origin.ts";
import type { LineChange, PresentLines } from "../landing/planned-change.ts";
import type { Release } from "../landing/releases.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";
import { markdown } from "../pages/markdown.ts";
import { asItReads, markedParts, readWith } from "./marked-source.ts";
import { asItWasSaid, dayAndTime, inLanguage, jsonInPage } from "./parts.ts";
import { releaseLink } from "./release-link.ts";
import { stringAddress } from "./string-address.ts";
import type { Key, Words } from "../wording/words.ts";
import { markedDifference, wordDifference } from "./word-difference.ts";

/** What stands beside a string and is fetched when somebody looks at it: each has an address of its own. */
export const panelNames = ["memory", "machine", "glossary", "origin", "landing"] as const;
/** Those for which git has to look: they wait until somebody asks. */
const onRequest: ReadonlySet<PanelName> = new Set(["origin", "landing"]);
export type PanelName = (typeof panelNames)[number];

/** What was read of a panel that somebody asked for. */
export type PanelContent =
  | { readonly name: "memory"; readonly memory: MemoryReading }
  | { readonly name: "machine"; readonly suggestions: readonly MachineSuggestion[] }
  | { readonly name: "glossary"; readonly terms: readonly Term[]; readonly open: OpenGlossaries }
  /** Undefined: git does not tell. */
  | { readonly name: "origin"; readonly origin: Origin | undefined; readonly release: Release | undefined }
  /** Undefined: the translation has no file. */
  | { readonly name: "landing"; readonly landing: Landing | undefined };

/** Those that take a term of the reader: name and address. */
export type OpenGlossaries = Awaited<ReturnType<typeof openGlossaries>>;

export interface Panel {
  readonly words: Words;
  /** `/translate/project/component/language/` */
  readonly path: string;
  readonly q: string;
  readonly place: VisibleUnit;
  /** The string as the checks look at it; undefined: it is gone meanwhile. */
  readonly text: CheckedText | undefined;
  /** Whether there is a form that a text can be put into. */
  readonly hasForm: boolean;
  /** That may be asked about the string. */
  readonly machines: readonly OfferedMachine[];
}

const titles = {
  memory: "panel.memory",
  machine: "panel.machine",
  glossary: "panel.glossary",
  origin: "panel.origin",
  landing: "panel.landing",
} as const satisfies Readonly<Record<PanelName, Key>>;
const invitations = {
  memory: "panel.askMemory",
  glossary: "panel.askGlossary",
  origin: "panel.askOrigin",
  landing: "panel.askLanding",
} as const satisfies Readonly<Record<Exclude<PanelName, "machine">, Key>>;

/** The panel that an address names. To ask a machine is an order, which no address gives. */
export function panelName(text: string | null): Exclude<PanelName, "machine"> | undefined {
  return panelNames.filter((name) => name !== "machine").find((name) => name === text);
}

/** A panel with what was read, or the link that reads it; a script follows that link by itself. */
export function panel(name: PanelName, at: Panel, content: PanelContent | undefined): Markup {
  if (name === "machine") return machinePanel(at, content?.name === "machine" ? content.suggestions : undefined);
  const address = `${stringAddress(at.path, at.q, at.place.unit.id)}&panel=${name}`;
  return html`<section
    id="panel-${name}"
    aria-labelledby="panel-${name}-title"
    ${content === undefined && !onRequest.has(name) ? html`data-panel="${address}"` : ""}
  >
    <h2 id="panel-${name}-title">${at.words.say(titles[name])}</h2>
    ${content === undefined ? html`<p><a href="${address}#panel-${name}">${at.words.say(invitations[name])}</a></p>` : filled(at, content)}
    ${name === "landing" && at.hasForm ? lookButton(at.words) : ""}
  </section>`;
}

function filled(at: Panel, content: PanelContent): Content {
  if (content.name === "memory") return memory(at, content.memory);
  if (content.name === "machine") return machineTexts(at, content.suggestions);
  if (content.name === "origin") return originWords(at, content);
  return content.name === "glossary" ? glossary(at, content) : landing(at, content.landing);
}

function memory(at: Panel, { offers, isPartial }: MemoryReading): Content {
  const { say } = at.words;
  const rest = isPartial ? html`<p class="soft">${say("memory.partial")}</p>` : "";
  if (offers.length === 0)
    return html`<p class="soft">${say("memory.none")}</p>
      ${rest}`;
  return html`<ul class="offers">
      ${offers.map((offer) => memoryOffer(at, offer))}
    </ul>
    ${rest}`;
}

function memoryOffer(
  { words, place, text: like, hasForm }: Panel,
  { id, quality, source, target, origin, isShared }: MemoryOffer,
): Markup {
  const { say, show } = words;
  const { language, unit } = place;
  const own = texts(unit.source);
  const said = { quality: html`<b>${say("memory.percent", { quality })}</b>`, origin };
  const difference = source.map((text, form) => [
    form === 0 ? "" : "\n",
    markedDifference(wordDifference(text, own[form] ?? own.at(-1) ?? ""), words, (piece) => markedParts(piece, like)),
  ]);
  return html`<li class="card beside" data-quality="${quality}">
    ${target.map((text) => inLanguage(language, asItReads(language.direction, text, like, source)))}
    ${quality === 100 ? "" : html`<div class="texts soft" dir="auto">${difference}</div>`}
    <p class="soft">
      ${quality === 100 ? show(isShared ? "memory.sameShared" : "memory.same", said) : show(isShared ? "memory.alikeShared" : "memory.alike", said)}
    </p>
    ${
      hasForm
        ? html`<button name="do" value="use:${id}" form="translation" class="second" data-use="${jsonInPage(target)}">
            ${say("use.button")}<span class="hidden">${say("use.match", { quality })}</span>
          </button>`
        : ""
    }
  </li>`;
}

/**
 * What machines make of the source, apart from what people made. To ask is to send a text away and to spend: it is an order of the
 * form, which a script gives by itself for what is still to be translated.
 */
function machinePanel(at: Panel, suggestions: readonly MachineSuggestion[] | undefined): Markup {
  const { words, path, q, place, machines } = at;
  const { say } = words;
  const names = machines.map(({ name, host }) => (host === "" ? name : say("machine.at", { name, host }))).join(", ");
  const asks = suggestions === undefined && place.unit.state < unitStates.translated;
  return html`<section
    id="panel-machine"
    aria-labelledby="panel-machine-title"
    ${asks ? html`data-panel="${stringAddress(path, q, place.unit.id)}&panel=machine" data-order="machine"` : ""}
  >
    <h2 id="panel-machine-title">${say(titles.machine)}</h2>
    ${suggestions === undefined ? html`<button name="do" value="machine" form="translation" class="second">${say("machine.ask")}</button>` : machineTexts(at, suggestions)}
    <p class="soft">${say("machine.sentTo", { names })}</p>
  </section>`;
}

function machineTexts(at: Panel, suggestions: readonly MachineSuggestion[]): Content {
  return html`<ul class="offers">
    ${suggestions.map((each) => machineText(at, each))}
  </ul>`;
}

function machineText(
  { words, place: { language }, text: like, hasForm }: Panel,
  { id, name, text, problem }: MachineSuggestion,
): Markup {
  const { say, show } = words;
  if (text === undefined) return html`<li class="card beside"><p>${asItWasSaid(problem ?? "", words)}</p></li>`;
  const { forms, broken } = text;
  return html`<li class="card beside" data-origin="${name}">
    ${forms.map((form) => inLanguage(language, asItReads(language.direction, form, like)))}
    <p class="soft">
      ${forms.length > 1 ? show("machine.plural", { name: html`<b>${name}</b>` }) : html`<b>${name}</b>`}
    </p>
    ${
      broken.length === 0
        ? ""
        : html`<p class="problem">
            ${show("machine.broken", {
              parts: broken.map(
                (part, index) => html`${index === 0 ? "" : ", "}<bdi class="part" dir="ltr">${part}</bdi>`,
              ),
            })}
          </p>`
    }
    ${
      hasForm
        ? html`<button
            name="do"
            value="take-machine:${id}"
            form="translation"
            class="second"
            data-use="${jsonInPage(forms)}"
          >
            ${say("use.button")}<span class="hidden">${say("use.textOf", { name })}</span>
          </button>`
        : ""
    }
  </li>`;
}

function glossary(at: Panel, { terms, open }: Extract<PanelContent, { readonly name: "glossary" }>): Content {
  const { say } = at.words;
  const { id } = at.place.unit;
  const add = open.map(
    ({ name, address }) =>
      html`<p>
        <a href="${address}&amp;from=${id}"
          >${open.length === 1 ? say("term.add") : say("term.addTo", { glossary: name })}</a
        >
      </p>`,
  );
  return html`${terms.length === 0 ? html`<p class="soft">${say("term.none")}</p>` : termList(at, terms)} ${add}`;
}

function termList({ words: { say }, place: { project, language } }: Panel, terms: readonly Term[]): Content {
  return html`<ul class="terms">
    ${terms.map(({ source, target, unit, component, explanation, isForbidden, isUntranslatable, needsWork }) => {
      const path = `/translate/${project.slug}/${component}/${encodeURIComponent(language.code)}/`;
      const words =
        target === ""
          ? html`<span class="soft">${say("term.untranslated")}</span>`
          : html`<span
              lang="${languageTag(language.code)}"
              dir="${language.direction}"
              ${isForbidden ? "" : html`data-term-text="${jsonInPage(target)}"`}
              >${isForbidden ? html`<del>${target}</del>` : target}</span
            >`;
      return html`<li>
        <b dir="auto" data-term="${source}">${source}</b> ${words}
        ${isForbidden ? html`<span class="soft">${say("term.forbiddenNote")}</span>` : ""}
        ${isUntranslatable ? html`<span class="soft">${say("term.readOnlyNote")}</span>` : ""}
        ${needsWork && target !== "" ? html`<span class="soft">${say("term.needsWork")}</span>` : ""}
        ${unit === undefined ? "" : html`<a href="${stringAddress(path, "", unit)}">${say("term.open")}<span class="hidden">${say("term.openWhat", { term: source })}</span></a>`}
        ${explanation === "" ? "" : html`<p class="texts soft" dir="auto">${markdown(explanation)}</p>`}
      </li>`;
    })}
  </ul>`;
}

function originWords(
  { words }: Panel,
  { origin: reading, release }: Extract<PanelContent, { readonly name: "origin" }>,
): Content {
  const { say, show } = words;
  if (reading === undefined) return html`<p class="soft">${say("origin.unknown")}</p>`;
  const { path, line, commit, subject, author, date, pullRequest, pages } = reading;
  const short = html`<code>${commit.slice(0, 8)}</code>`;
  const file = show("origin.fileLine", { file: html`<code>${path}</code>`, line: String(line) });
  const asked =
    pullRequest === undefined
      ? ""
      : html`<p>${show("origin.cameWith", { pullRequest: pullRequestWords(pullRequest, pages, words) })}</p>`;
  const said = {
    author: html`<bdi>${author}</bdi>`,
    commit: leadingTo(short, pages?.commit(commit)),
    subject: html`<bdi>${subject}</bdi>`,
    place: leadingTo(file, pages?.file({ commit }, path, line)),
  };
  return html`${asked}
    <p>${date === "" ? show("origin.written", said) : show("origin.writtenOn", { ...said, day: date.slice(0, 10) })}</p>
    ${releaseWords(release, pages, words)}`;
}

function leadingTo(words: Markup, address: string | undefined): Markup {
  return address === undefined ? words : outward(words, address);
}

function pullRequestWords(
  { number, title }: PullRequestOfCommit,
  pages: RepositoryPages | undefined,
  { show }: Words,
): Markup {
  const own = show("origin.pullRequest", { number: String(number) });
  return html`${leadingTo(own, pages?.pullRequest(number))}${title === "" ? "" : html` <bdi>${title}</bdi>`}`;
}

/** What brought a source that is another one by now: the pull request, or the commit where no message names one. */
export function broughtBy({ author, date, commit, pullRequest, pages }: Origin, words: Words): Markup {
  const { show } = words;
  const how =
    pullRequest === undefined
      ? show("origin.commit", {
          commit: leadingTo(html`<code>${commit.slice(0, 8)}</code>`, pages?.commit(commit)),
        })
      : pullRequestWords(pullRequest, pages, words);
  const said = { how, author: html`<bdi>${author}</bdi>` };
  return html`<p class="soft">
    ${date === "" ? show("origin.brought", said) : show("origin.broughtOn", { ...said, day: date.slice(0, 10) })}
  </p>`;
}

/** @param release undefined: that is not known */
function releaseWords(release: Release | undefined, pages: RepositoryPages | undefined, words: Words): Content {
  if (release === undefined) return "";
  if (release.name === "") return html`<p class="soft">${words.say("release.none")}</p>`;
  return html`<p>${words.show("release.in", { release: releaseLink(release, pages, words) })}</p>`;
}

/** Also for a text that nobody saved yet. */
const lookButton = ({ say }: Words): Markup =>
  html`<button name="do" value="change" form="translation" class="second">${say("landing.look")}</button>`;

function landing(at: Panel, reading: Landing | undefined): Content {
  const { words } = at;
  const { say, show } = words;
  if (reading === undefined) return html`<p class="soft">${say("landing.noFile")}</p>`;
  const { path, branch, pages, change, present, problem, author, proposals, release, nextRun } = reading;
  const line = change?.line ?? present?.line;
  const code = html`<code>${path}</code>`;
  const file = line === undefined ? code : show("origin.fileLine", { file: code, line: String(line) });
  const linked = pages === undefined ? file : outward(file, pages.file({ branch }, path, line ?? 1));
  return html`<p>
      ${problem === "" ? show(change === undefined ? "landing.has" : "landing.goesInto", { file: linked }) : show("landing.cannot", { file: linked, problem: asItWasSaid(problem, words) })}
    </p>
    ${change === undefined ? "" : changedLines(change, words)}
    ${present === undefined ? "" : presentLines(present, words)} ${otherText(at, reading)}
    ${releaseWords(release, pages, words)}
    ${change === undefined ? "" : html`<p class="soft">${say("landing.committedAs", author)}</p>`}
    ${proposed(proposals, pages, nextRun, words)}`;
}

function changedLines({ before, removed, added, after, isCut }: LineChange, { say }: Words): Content {
  const rows = [
    ...before.map((text) => lineOf("", text)),
    ...removed.map((text) => lineOf("removed", text, say("difference.removed"))),
    ...added.map((text) => lineOf("added", text, say("difference.added"))),
    ...after.map((text) => lineOf("", text)),
  ];
  return html`<pre class="change" tabindex="0" aria-label="${say("landing.changing")}">${rows}</pre>
    ${isCut ? html`<p class="soft">${say("landing.moreChange")}</p>` : ""}`;
}

function presentLines({ lines, isCut }: PresentLines, { say }: Words): Content {
  const rows = lines.map((text) => lineOf("", text));
  return html`<pre class="change" tabindex="0" aria-label="${say("landing.lines")}">${rows}</pre>
    ${isCut ? html`<p class="soft">${say("landing.moreLines")}</p>` : ""}`;
}

/** As the file has it: from left to right, whatever the language. */
function lineOf(kind: "" | "removed" | "added", text: string, name = ""): Markup {
  const sign = kind === "" ? " " : kind === "added" ? "+" : "-";
  const words = kind === "" ? "" : html`<span class="hidden">${name} </span>`;
  const shown = readWith(text, []);
  return html`<span class="${kind}" dir="ltr">${words}${sign} ${shown}</span>`;
}

/** What git has, where somebody changed it there: neither text is lost by looking at one alone. */
function otherText(at: Panel, { upstream, branch: name }: Landing): Content {
  const {
    words: { say, show },
    place: { language, unit },
    text: like,
    hasForm,
  } = at;
  const branch = html`<code>${name}</code>`;
  if (upstream === undefined || JSON.stringify(upstream) === unit.target) return "";
  if (isEmpty(upstream)) return html`<p>${show("landing.inGitNone", { branch })}</p>`;
  return html`<div class="card beside">
    <p>${show("landing.inGit", { branch })}</p>
    ${upstream.map((text) => inLanguage(language, asItReads(language.direction, text, like)))}
    ${hasForm ? html`<button name="do" value="git" form="translation" class="second">${say("landing.useGit")}</button>` : ""}
  </div>`;
}

function proposed(
  proposals: Landing["proposals"],
  pages: Landing["pages"],
  nextRun: Date | undefined,
  { say, show }: Words,
): Content {
  const time = nextRun === undefined ? "" : ` ${say("landing.runs", { time: dayAndTime(nextRun.toISOString()) })}`;
  if (proposals === undefined) return html`<p class="soft">${say("landing.unknown")}${time}</p>`;
  if (proposals.length === 0) return html`<p class="soft">${say("landing.noneOpen")}${time}</p>`;
  const list = proposals.map(({ branch, number, preview }, at) => {
    const words =
      number === undefined
        ? show("landing.branch", { branch: html`<code>${branch}</code>` })
        : say("origin.pullRequest", { number: String(number) });
    const pullRequest = number === undefined || pages === undefined ? words : outward(words, pages.pullRequest(number));
    const seen =
      preview === undefined
        ? pullRequest
        : show("landing.preview", { pullRequest, preview: outward(say("landing.previewWord"), preview) });
    return html`${at === 0 ? "" : ", "}${seen}`;
  });
  return html`<p>${show("landing.open", { list })}${time}</p>`;
}
