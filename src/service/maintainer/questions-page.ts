import { input, postButton, csrfField, secret, select, textarea } from "../../http-api/form.ts";
import { html, type Content } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import { may } from "../identity/permissions.ts";
import { connect, connectionOf, destinationOf, disconnect, forgeAt } from "../questions/connection.ts";
import type { ForgeKind } from "../questions/forge-api.ts";
import { ForgeFailure } from "../questions/question-forge.ts";
import { manageAddress, shownPage, triedConnections, type ManagementPage, type TriedConnection } from "./pages.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

const kindWords: Readonly<Record<ForgeKind, string>> = { github: "GitHub", forgejo: "Forgejo or Gitea" };
const fields = ["kind", "url", "token", "repositories"];

const doneWords = new Map([
  ["connected", "Connected. “Try it” shows whether the token reads the repositories."],
  ["off", "Disconnected, and the token is gone. Questions stay here as comments."],
]);

/** The forge that translators' questions go to: connected, tried, and disconnected again. */
export const questionsPage: ManagementPage = {
  name: "questions",
  words: "Questions",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.edit"),
  show: async (management, place) => shown(management, place, {}),
  submit: async (management, place, form) => {
    try {
      return await done(management, place, form);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 404) throw error;
      return shown(management, place, { form, refusal: error });
    }
  },
};

async function done(management: ManagementRequest, place: Managed, form: SentForm): Promise<Response> {
  const { service } = management;
  const onward = (what: string): Response => seeOther(`${manageAddress(questionsPage, place)}?done=${what}`);
  switch (form.text("do")) {
    case "save":
      await connect(service, place.project.id, {
        kind: form.text("kind"),
        url: form.text("url"),
        token: form.text("token").trim(),
        repositories: form.text("repositories"),
      });
      return onward("connected");
    case "off":
      await disconnect(service, place.project.id);
      return onward("off");
    case "try":
      return shown(management, place, { tried: await tried(management, place) });
    default:
      throw invalid(null, "This form asks for nothing that there is.");
  }
}

/** Reads what questions need to read; nothing is written. */
async function tried({ service }: ManagementRequest, { project }: Managed): Promise<readonly TriedConnection[]> {
  const connection = await connectionOf(service.database, project.id);
  if (connection === undefined) return [{ isGood: false, words: "Nothing is connected yet." }];
  const rows = await service.database
    .selectFrom("component")
    .innerJoin("clone", "clone.id", "component.clone_id")
    .select("clone.repo")
    .distinct()
    .where("component.project_id", "=", project.id)
    .execute();
  const repositories = new Set(
    rows.flatMap(({ repo }) => {
      const destination = destinationOf(connection, repo);
      return "repository" in destination ? [destination.repository] : [];
    }),
  );
  if (repositories.size === 0) {
    return [{ isGood: false, words: "No component of this project has one of these repositories." }];
  }
  const trials: TriedConnection[] = [];
  for (const repository of [...repositories].slice(0, 5)) {
    try {
      const forge = await forgeAt(service, connection, repository);
      await forge.openIssueWith("");
      const words = `The token reads ${repository}. Whether it may write there, the first question shows.`;
      trials.push({ isGood: true, words });
    } catch (error) {
      if (!(error instanceof ForgeFailure)) throw error;
      trials.push({ isGood: false, words: error.message });
    }
  }
  return trials;
}

interface State {
  readonly form?: SentForm;
  readonly refusal?: Refusal;
  readonly tried?: readonly TriedConnection[];
}

async function shown(
  management: ManagementRequest,
  place: Managed,
  { form, refusal, tried: trials }: State,
): Promise<Response> {
  const { service, url, visitor } = management;
  const own = await connectionOf(service.database, place.project.id);
  const said = doneWords.get(url.searchParams.get("done") ?? "");
  const here = manageAddress(questionsPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const problems = refusal === undefined ? {} : problemsOf(refusal, fields);
  const value = (name: string, stored: string): string => form?.text(name) ?? stored;
  const problem = (name: string) => problems[name] !== undefined && { problem: problems[name] };
  const button = (words: string, order: string): Content =>
    postButton({ action: here, csrf, words, manner: "plain", fields: { do: order } });
  return shownPage(management, place, {
    page: questionsPage.name,
    title: `Questions of translators of ${place.project.name}`,
    about:
      "A translator’s question becomes a comment on the pull request that brought the text, and the answer comes back beside the string, for every language. Until a forge is connected here, questions stay in this service as comments.",
    problems,
    ...(refusal !== undefined && { status: refusal.status }),
    ...(said !== undefined && { done: said }),
    content: html`${triedConnections(trials)}
      <section class="card narrow" aria-label="Connection">
        <form method="post" action="${here}">
          ${csrfField(csrf)}
          ${select({
            name: "kind",
            label: "Forge",
            value: value("kind", own?.kind ?? "github"),
            choices: Object.entries(kindWords).map(([each, words]) => ({ value: each, words })),
            ...problem("kind"),
          })}
          ${input({
            name: "url",
            label: "Address",
            type: "url",
            value: value("url", own?.url ?? "https://github.com"),
            required: true,
            hint: "Another server wants the token anew.",
            ...problem("url"),
          })}
          ${secret({
            name: "token",
            label: "Token",
            isSet: own !== undefined,
            hint: "Of an account that may comment on pull requests and open issues, and no more: best of one for this alone. It is kept sealed, and shown to nobody.",
            ...problem("token"),
          })}
          ${textarea({
            name: "repositories",
            label: "Repositories",
            value: value("repositories", own?.repositories.join("\n") ?? ""),
            rows: 3,
            hint: "owner/name or owner/*, one a line. Questions go to no other.",
            ...problem("repositories"),
          })}
          <button name="do" value="save" class="second">${own === undefined ? "Connect" : "Save"}</button>
        </form>
        ${own === undefined ? "" : html`<div class="actions">${button("Try it", "try")} ${button("Disconnect", "off")}</div>`}
      </section>`,
  });
}
