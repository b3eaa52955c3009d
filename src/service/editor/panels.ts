import type { CheckedText } from "../../catalog/checks/index.ts";
import { isEmpty } from "../../catalog/texts.ts";
import { languageTag } from "../../catalog/language-tag.ts";
import { unitStates } from "../../catalog/unit.ts";
import { html, outward, type Content, type Markup } from "../../http-api/markup.ts";
import type { VisibleUnit } from "../identity/visible.ts";
import { texts } from "../units/unit-row.ts";
import type { MachineSuggestion, OfferedMachine } from "../machinery/suggestions.ts";
import type { Term } from "./glossary.ts";
import type { MemoryOffer, MemoryReading } from "./memory-offers.ts";
import type { Landing } from "../landing/landing.ts";
import type { Origin, PullRequestOfCommit } from "../landing/origin.ts";
import type { LineChange, PresentLines } from "../landing/planned-change.ts";
import type { Release } from "../landing/releases.ts";
import type { RepositoryPages } from "../landing/repository-pages.ts";
import { markdown } from "../pages/markdown.ts";
import { asItReads, markedParts, readWith } from "./marked-source.ts";
import { inLanguage, jsonInPage } from "./parts.ts";
import { releaseLink } from "./release-link.ts";
import { stringAddress } from "./string-address.ts";
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
  | { readonly name: "glossary"; readonly terms: readonly Term[] }
  /** Undefined: git does not tell. */
  | { readonly name: "origin"; readonly origin: Origin | undefined; readonly release: Release | undefined }
  /** Undefined: the translation has no file. */
  | { readonly name: "landing"; readonly landing: Landing | undefined };

export interface Panel {
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

const titles: Readonly<Record<PanelName, string>> = {
  memory: "Memory",
  machine: "Machine translation",
  glossary: "Glossary",
  origin: "Where it comes from",
  landing: "Where it lands",
};
const invitations: Readonly<Record<Exclude<PanelName, "machine">, string>> = {
  memory: "Look for texts that are alike",
  glossary: "Look for terms in this text",
  origin: "Show the pull request that added it",
  landing: "Show file, lines and pull request",
};

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
    <h2 id="panel-${name}-title">${titles[name]}</h2>
    ${content === undefined ? html`<p><a href="${address}#panel-${name}">${invitations[name]}</a></p>` : filled(at, content)}
    ${name === "landing" && at.hasForm ? lookButton : ""}
  </section>`;
}

function filled(at: Panel, content: PanelContent): Content {
  if (content.name === "memory") return memory(at, content.memory);
  if (content.name === "machine") return machineTexts(at, content.suggestions);
  if (content.name === "origin") return originWords(content);
  return content.name === "glossary" ? glossary(at, content.terms) : landing(at, content.landing);
}

function memory(at: Panel, { offers, isPartial }: MemoryReading): Content {
  const rest = isPartial ? html`<p class="soft">The memory is large: not all of it was looked through.</p>` : "";
  if (offers.length === 0)
    return html`<p class="soft">Nothing like this was translated before.</p>
      ${rest}`;
  return html`<ul class="offers">
      ${offers.map((offer) => memoryOffer(at, offer))}
    </ul>
    ${rest}`;
}

function memoryOffer(
  { place, text: like, hasForm }: Panel,
  { id, quality, source, target, origin, isShared }: MemoryOffer,
): Markup {
  const { language, unit } = place;
  const own = texts(unit.source);
  const difference = source.map((text, form) => [
    form === 0 ? "" : "\n",
    markedDifference(wordDifference(text, own[form] ?? own.at(-1) ?? ""), (piece) => markedParts(piece, like)),
  ]);
  return html`<li class="card beside" data-quality="${quality}">
    ${target.map((text) => inLanguage(language, asItReads(language.direction, text, like, source)))}
    ${quality === 100 ? "" : html`<div class="texts soft" dir="auto">${difference}</div>`}
    <p class="soft">
      <b>${quality} %</b> ${quality === 100 ? "the same text" : ""} from
      ${origin}${isShared ? ", shared by all projects" : ""}
    </p>
    ${
      hasForm
        ? html`<button name="do" value="use:${id}" form="translation" class="second" data-use="${jsonInPage(target)}">
            Use<span class="hidden"> the match of ${quality} %</span>
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
  const { path, q, place, machines } = at;
  const names = machines.map(({ name, host }) => (host === "" ? name : `${name} at ${host}`)).join(", ");
  const asks = suggestions === undefined && place.unit.state < unitStates.translated;
  return html`<section
    id="panel-machine"
    aria-labelledby="panel-machine-title"
    ${asks ? html`data-panel="${stringAddress(path, q, place.unit.id)}&panel=machine" data-order="machine"` : ""}
  >
    <h2 id="panel-machine-title">${titles.machine}</h2>
    ${suggestions === undefined ? html`<button name="do" value="machine" form="translation" class="second">Ask a machine</button>` : machineTexts(at, suggestions)}
    <p class="soft">The source text is sent to ${names}. Look at what comes before you save it.</p>
  </section>`;
}

function machineTexts(at: Panel, suggestions: readonly MachineSuggestion[]): Content {
  return html`<ul class="offers">
    ${suggestions.map((each) => machineText(at, each))}
  </ul>`;
}

function machineText(
  { place: { language }, text: like, hasForm }: Panel,
  { id, name, text, problem }: MachineSuggestion,
): Markup {
  if (text === undefined) return html`<li class="card beside"><p>${problem}</p></li>`;
  const { forms, broken } = text;
  return html`<li class="card beside" data-origin="${name}">
    ${forms.map((form) => inLanguage(language, asItReads(language.direction, form, like)))}
    <p class="soft">
      <b>${name}</b>${forms.length > 1 ? "; it does not know of plural forms: look at each of them" : ""}
    </p>
    ${
      broken.length === 0
        ? ""
        : html`<p class="problem">
            The machine did not keep
            ${broken.map((part, index) => html`${index === 0 ? "" : ", "}<bdi class="part" dir="ltr">${part}</bdi>`)}:
            put it right.
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
            Use<span class="hidden"> the text of ${name}</span>
          </button>`
        : ""
    }
  </li>`;
}

function glossary({ place: { project, language } }: Panel, terms: readonly Term[]): Content {
  if (terms.length === 0) return html`<p class="soft">No term of a glossary stands in this text.</p>`;
  return html`<ul class="terms">
    ${terms.map(({ source, target, unit, component, explanation, isForbidden, isUntranslatable, needsWork }) => {
      const path = `/translate/${project.slug}/${component}/${encodeURIComponent(language.code)}/`;
      const words =
        target === ""
          ? html`<span class="soft">not translated yet</span>`
          : html`<span
              lang="${languageTag(language.code)}"
              dir="${language.direction}"
              ${isForbidden ? "" : html`data-term-text="${jsonInPage(target)}"`}
              >${isForbidden ? html`<del>${target}</del>` : target}</span
            >`;
      return html`<li>
        <b dir="auto" data-term="${source}">${source}</b> ${words}
        ${isForbidden ? html`<span class="soft">forbidden: do not use it</span>` : ""}
        ${isUntranslatable ? html`<span class="soft">stays as it is</span>` : ""}
        ${needsWork && target !== "" ? html`<span class="soft">needs work itself</span>` : ""}
        ${unit === undefined ? "" : html`<a href="${stringAddress(path, "", unit)}">Open<span class="hidden"> the term ${source}</span></a>`}
        ${explanation === "" ? "" : html`<p class="texts soft" dir="auto">${markdown(explanation)}</p>`}
      </li>`;
    })}
  </ul>`;
}

function originWords({ origin: reading, release }: Extract<PanelContent, { readonly name: "origin" }>): Content {
  if (reading === undefined) return html`<p class="soft">The history of the repository does not tell.</p>`;
  const { path, line, commit, subject, author, date, pullRequest, pages } = reading;
  const short = html`<code>${commit.slice(0, 8)}</code>`;
  const file = html`<code>${path}</code>, line ${String(line)}`;
  const asked = pullRequest === undefined ? "" : html`<p>Came with ${pullRequestWords(pullRequest, pages)}.</p>`;
  return html`${asked}
    <p>
      Written by <bdi>${author}</bdi>${date === "" ? "" : ` on ${date.slice(0, 10)}`} in
      ${leadingTo(short, pages?.commit(commit))} <bdi>${subject}</bdi>:
      ${leadingTo(file, pages?.file({ commit }, path, line))}.
    </p>
    ${releaseWords(release, pages)}`;
}

function leadingTo(words: Markup, address: string | undefined): Markup {
  return address === undefined ? words : outward(words, address);
}

function pullRequestWords({ number, title }: PullRequestOfCommit, pages: RepositoryPages | undefined): Markup {
  return html`${leadingTo(html`pull request #${String(number)}`, pages?.pullRequest(number))}${title === "" ? "" : html` <bdi>${title}</bdi>`}`;
}

/** What brought a source that is another one by now: the pull request, or the commit where no message names one. */
export function broughtBy({ author, date, commit, pullRequest, pages }: Origin): Markup {
  const how =
    pullRequest === undefined
      ? html`commit ${leadingTo(html`<code>${commit.slice(0, 8)}</code>`, pages?.commit(commit))}`
      : pullRequestWords(pullRequest, pages);
  return html`<p class="soft">
    It came with ${how}, by <bdi>${author}</bdi>${date === "" ? "" : ` on ${date.slice(0, 10)}`}.
  </p>`;
}

/** @param release undefined: that is not known */
function releaseWords(release: Release | undefined, pages: RepositoryPages | undefined): Content {
  if (release === undefined) return "";
  if (release.name === "") return html`<p class="soft">In no release yet.</p>`;
  return html`<p>In release ${releaseLink(release, pages)}.</p>`;
}

/** Also for a text that nobody saved yet. */
const lookButton = html`<button name="do" value="change" form="translation" class="second">
  Show what my text changes
</button>`;

function landing(at: Panel, reading: Landing | undefined): Content {
  if (reading === undefined) return html`<p class="soft">This translation has no file in a repository yet.</p>`;
  const { path, branch, pages, change, present, problem, author, proposals, release, nextRun } = reading;
  const line = change?.line ?? present?.line;
  const file = html`<code>${path}</code>${line === undefined ? "" : `, line ${String(line)}`}`;
  const linked = pages === undefined ? file : outward(file, pages.file({ branch }, path, line ?? 1));
  return html`<p>
      ${problem === "" ? (change === undefined ? html`${linked} has this very text.` : html`Goes into ${linked}.`) : html`${linked} cannot take this text: ${problem}`}
    </p>
    ${change === undefined ? "" : changedLines(change)} ${present === undefined ? "" : presentLines(present)}
    ${otherText(at, reading)} ${releaseWords(release, pages)}
    ${change === undefined ? "" : html`<p class="soft">Committed as ${author.name} &lt;${author.email}&gt;.</p>`}
    ${proposed(proposals, pages, nextRun)}`;
}

function changedLines({ before, removed, added, after, isCut }: LineChange): Content {
  const rows = [
    ...before.map((text) => lineOf("", text)),
    ...removed.map((text) => lineOf("removed", text)),
    ...added.map((text) => lineOf("added", text)),
    ...after.map((text) => lineOf("", text)),
  ];
  return html`<pre class="change" tabindex="0" aria-label="Lines that change">${rows}</pre>
    ${isCut ? html`<p class="soft">More lines change than are shown.</p>` : ""}`;
}

function presentLines({ lines, isCut }: PresentLines): Content {
  const rows = lines.map((text) => lineOf("", text));
  return html`<pre class="change" tabindex="0" aria-label="Its lines in the file">${rows}</pre>
    ${isCut ? html`<p class="soft">It has more lines than are shown.</p>` : ""}`;
}

/** As the file has it: from left to right, whatever the language. */
function lineOf(kind: "" | "removed" | "added", text: string): Markup {
  const sign = kind === "" ? " " : kind === "added" ? "+" : "-";
  const words = kind === "" ? "" : html`<span class="hidden">${kind}: </span>`;
  const shown = readWith(text, []);
  return html`<span class="${kind}" dir="ltr">${words}${sign} ${shown}</span>`;
}

/** What git has, where somebody changed it there: neither text is lost by looking at one alone. */
function otherText({ place: { language, unit }, text: like, hasForm }: Panel, { upstream, branch }: Landing): Content {
  if (upstream === undefined || JSON.stringify(upstream) === unit.target) return "";
  if (isEmpty(upstream)) return html`<p>In git, <code>${branch}</code> has no translation of it yet.</p>`;
  return html`<div class="card beside">
    <p>In git, on <code>${branch}</code>, this string says:</p>
    ${upstream.map((text) => inLanguage(language, asItReads(language.direction, text, like)))}
    ${hasForm ? html`<button name="do" value="git" form="translation" class="second">Use the text of git</button>` : ""}
  </div>`;
}

function proposed(proposals: Landing["proposals"], pages: Landing["pages"], nextRun: Date | undefined): Content {
  const time =
    nextRun === undefined
      ? ""
      : ` The repository's workflow runs ${nextRun.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
  if (proposals === undefined)
    return html`<p class="soft">The repository's host does not say now which pull requests are open.${time}</p>`;
  if (proposals.length === 0) return html`<p class="soft">No pull request with translations is open.${time}</p>`;
  return html`<p>
    ${proposals.map(({ branch, number, preview }, at) => {
      const words = number === undefined ? html`branch <code>${branch}</code>` : `pull request #${String(number)}`;
      const linked = number === undefined || pages === undefined ? words : outward(words, pages.pullRequest(number));
      const seen = preview === undefined ? "" : html` (${outward("preview", preview)})`;
      return html`${at === 0 ? "Open: " : ", "}${linked}${seen}`;
    })}.${time}
  </p>`;
}
