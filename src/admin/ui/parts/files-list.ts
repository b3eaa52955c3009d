import type { Page } from "../../../records/page.ts";
import { boundFileStates, type BoundFileRecord } from "../../../records/repositories/bound-files.ts";
import { BASE } from "../layout.ts";
import { html, outward, type Content, type Markup } from "../../../http-api/markup.ts";
import type { BoundNames } from "../readings/repositories.ts";
import { emptyState, filter, list, type Query, type ShownCause } from "./list.ts";
import { lookOf, stateBadge } from "./state.ts";
import { ago } from "./time.ts";

export const fileFilters = ["text", "repository", "component", "language", "state", "cause", "since", "until"] as const;

export interface FilesShown {
  readonly path: string;
  readonly query: Query;
  readonly names: BoundNames;
  readonly causes: readonly ShownCause[];
  readonly files: Page<BoundFileRecord>;
  readonly now: Date;
  /** Of all repositories: then each row says of which. */
  readonly ofAll: boolean;
}

/** Which file is bound to which component and language, with what narrows the list. */
export function filesList({ path, query, names, causes, files, now, ofAll }: FilesShown): Markup {
  const choices = (known: readonly string[], chosen: string | undefined) =>
    // Of very many names only the first are known: what a link chose is to stay chosen.
    (chosen === undefined || known.includes(chosen) ? known : [chosen, ...known]).map((value) => ({
      value,
      words: value,
    }));
  const isFiltered = fileFilters.some((name) => query[name] !== undefined);
  return html`${filter({
      path,
      query,
      words: "Path or component",
      byRepository: ofAll,
      causes,
      byTime: true,
      choices: [
        { name: "component", label: "Component", choices: choices(names.components, query.component) },
        { name: "language", label: "Language", choices: choices(names.languages, query.language) },
        {
          name: "state",
          label: "State",
          choices: boundFileStates.map((value) => ({ value, words: lookOf(value).word })),
        },
      ],
    })}
    <div data-region>
      ${list({
        ...files,
        path,
        query,
        columns: [
          { heading: "File" },
          { heading: "Component" },
          { heading: "Language" },
          { heading: "State" },
          { heading: "Translated", number: true },
          { heading: "Last seen" },
        ],
        rows: files.items.map((file) => fileRow(file, now, ofAll)),
        noun: "file",
        caption: "Files and what they are bound to",
        empty: isFiltered
          ? emptyState("Nothing fits", "No file is like this. Take something out of the filter.")
          : emptyState(
              "No file is bound yet",
              "The first run of a repository with a mapping tells which files belong to which component.",
            ),
      })}
    </div>`;
}

/** Where a path is too long for its column, it goes on behind a slash. */
function inSteps(path: string): Content {
  return path.split(/(?<=\/)/).map((step) => html`${step}<wbr />`);
}

function fileRow(file: BoundFileRecord, now: Date, ofAll: boolean): Markup {
  const { repository, path, component, language, isSource, state, reason, url, pullRequest, translatedPercent } = file;
  return html`<tr>
    <th scope="row">
      <code>${inSteps(path)}</code>${
        ofAll ? html`<br /><small><a href="${BASE}/repositories/${repository.id}">${repository.name}</a></small>` : ""
      }
    </th>
    <td>${component === "" ? html`<span class="soft">–</span>` : component}</td>
    <td data-label="Language">
      ${language === "" ? "–" : outward(language, url)}${isSource ? html` <small class="soft">source</small>` : ""}
    </td>
    <td>
      ${stateBadge(state)}${reason === "" ? "" : html`<br /><small>${reason}</small>`}
      ${pullRequest === "" ? "" : html`<br /><small>${outward("waits in a pull request", pullRequest)}</small>`}
    </td>
    <td class="number" data-label="Translated">
      ${translatedPercent === undefined ? "–" : `${translatedPercent.toFixed(1)} %`}
    </td>
    <td data-label="Last seen">${ago(file.lastSync, now)}</td>
  </tr>`;
}
