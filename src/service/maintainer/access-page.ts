import { contract } from "../../contract/index.ts";
import type { Group } from "../../contract/resources/group.ts";
import { csrfField, input, postButton, select, type FieldProblems } from "../../http-api/form.ts";
import { html, type Content, type Markup } from "../../http-api/markup.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import type { MailOutcome } from "../../mail/send-mail.ts";
import { notFound } from "../http/refusal.ts";
import { accounts } from "../identity/accounts.ts";
import { may } from "../identity/permissions.ts";
import { projectRoles, teamMembers, type ProjectRole, type TeamMember } from "../identity/project-access.ts";
import { pathOf } from "../pages/links.ts";
import { count } from "./operations.ts";
import { sendInvitation } from "../notifications/send-invitation.ts";
import { permissionWords } from "./permission-words.ts";
import { manageAddress, parametersOf, shownPage, type ManagementPage } from "./pages.ts";
import { visibilities } from "./new-project-page.ts";
import { problemsOf, seeOther, type Managed, type ManagementRequest, type SentForm } from "./managed-page.ts";

/** The teams of a project: who is in them, what they may, and where. */
export const accessPage: ManagementPage = {
  name: "access",
  words: "People",
  of: ["project"],
  isFor: (caller, { project }) => may(caller, project, "project.permissions"),
  show: async (management, place) => {
    const id = management.url.searchParams.get("team");
    const done = doneWords.get(management.url.searchParams.get("done") ?? "");
    const team = id === null ? undefined : await teamOf(management, place, id);
    return team === undefined ? allTeams(management, place, { done }) : oneTeam(management, place, team, { done });
  },
  submit: async (management, place, form) => {
    const id = form.text("team");
    const team = id === "" ? undefined : await teamOf(management, place, id);
    try {
      if (form.text("do") === "invite") {
        const into =
          team ?? (form.text("into") === "" ? undefined : await teamOf(management, place, form.text("into")));
        return await invited(management, place, into, form);
      }
      return seeOther(
        await (team === undefined ? create(management, place, form) : changed(management, place, team, form)),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problems = problemsOf(error, [
        "name",
        "username",
        "limit_language_codes",
        "language_code",
        "email",
        "full_name",
      ]);
      const state = { problems, form, status: error.status };
      return team === undefined ? allTeams(management, place, state) : oneTeam(management, place, team, state);
    }
  },
};

const doneWords = new Map([
  ["team", "The team is made. Now it needs members."],
  ["removed", "The team is removed; its members stay users."],
  ["member", "Added: they have the team’s rights from now on."],
  ["known", "Whoever reads mail there has an account already: add them to a team by their user name."],
  ["left", "Taken out of the team."],
  ["saved", "Saved."],
]);

interface ShownInvitation {
  readonly username: string;
  readonly email: string;
  readonly address: string;
  /** What became of the mail; undefined: this service sends none. */
  readonly mail: MailOutcome | undefined;
}

interface State {
  readonly done?: string | undefined;
  /** Made just now: it is shown this once. */
  readonly invitation?: ShownInvitation;
  readonly problems?: FieldProblems;
  readonly form?: SentForm;
  readonly status?: number;
}

function frame({ done, problems = {}, status }: State) {
  return {
    page: accessPage.name,
    problems,
    ...(done !== undefined && { done }),
    ...(status !== undefined && { status }),
  };
}

/** Teams of this project alone, as the API shows them to the caller. */
async function teamsOf({ perform }: ManagementRequest, { project }: Managed): Promise<readonly Group[]> {
  const teams: Group[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await perform(
      contract.groups.list,
      {},
      { query: { page: String(page), page_size: "1000" } },
    );
    teams.push(
      ...results.filter(
        ({ defining_project: address }) => address !== null && pathOf(address) === `/api/projects/${project.slug}/`,
      ),
    );
    if (next === null || next === undefined) return teams;
  }
}

async function teamOf(management: ManagementRequest, place: Managed, id: string): Promise<Group> {
  const team = (await teamsOf(management, place)).find((each) => String(each.id) === id);
  if (team === undefined) throw notFound();
  return team;
}

const idIn = (address: string): string => pathOf(address).split("/").at(-2) ?? "";

function rolesOf(team: Group, roles: readonly ProjectRole[]): readonly ProjectRole[] {
  return roles.filter(({ id }) => team.roles.some((address) => idIn(address) === String(id)));
}

async function allTeams(management: ManagementRequest, place: Managed, state: State): Promise<Response> {
  const { service, visitor } = management;
  const { project } = place;
  const teams = await teamsOf(management, place);
  const roles = await projectRoles(service.database);
  const members = await teamMembers(
    service.database,
    teams.map(({ id }) => id),
  );
  const here = manageAddress(accessPage, place);
  const visibility = visibilities.find(({ value }) => value === String(project.access_control))?.words ?? "";
  return shownPage(management, place, {
    ...frame(state),
    ...(state.invitation !== undefined && { secret: true }),
    title: `Who may do what in ${project.name}`,
    about: html`The project is ${visibility}. Teams of the whole site, which are not listed here, may give people more.`,
    content: html`${state.invitation === undefined ? "" : invitationNote(state.invitation)}
      <div class="table">
        <table class="strings">
          <thead>
            <tr>
              <th>Team</th>
              <th>May</th>
              <th>Where</th>
              <th>Members</th>
            </tr>
          </thead>
          <tbody>
            ${teams.map((team) => {
              const own = members.get(team.id) ?? [];
              return html`<tr>
                <td><a href="${here}?team=${String(team.id)}">${team.name}</a></td>
                <td data-label="may">
                  ${permissionWords(rolesOf(team, roles).flatMap(({ permissions }) => permissions))}
                </td>
                <td data-label="where">${reachWords(team)}</td>
                <td class="members" data-label="members">
                  ${own.length === 0 ? html`<span class="soft">nobody</span>` : own.slice(0, 8).map(({ fullName, username }) => html`<div>${fullName === "" ? username : fullName}</div>`)}${own.length > 8 ? html`<span class="soft">and ${String(own.length - 8)} more</span>` : ""}
                </td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      <form method="post" action="${here}" class="card narrow">
        <h2>Invite somebody new</h2>
        ${csrfField(visitor.signedIn?.csrf ?? "")} ${invitationFields(state)}
        ${select({
          name: "into",
          label: "Team",
          value: state.form?.text("into") ?? "",
          choices: [
            { value: "", words: "none: as everybody who signs in" },
            ...teams.map(({ id, name }) => ({ value: String(id), words: name })),
          ],
        })}
        <button name="do" value="invite" class="second">Invite them</button>
      </form>
      <form method="post" action="${here}" class="card narrow">
        <h2>New team</h2>
        ${csrfField(visitor.signedIn?.csrf ?? "")}
        ${input({ name: "name", label: "Name", required: true, value: state.form?.text("name"), problem: state.problems?.["name"] })}
        ${roleSelect(roles)}
        <button name="do" value="create" class="second">Make the team</button>
      </form>`,
  });
}

function roleSelect(roles: readonly ProjectRole[]): Markup {
  const choices = roles.map(({ id, name }) => ({ value: String(id), words: name }));
  return html`${select({ name: "role_id", label: "Role", value: "", choices })}
    <details>
      <summary>What each role may</summary>
      <dl>
        ${roles.map(
          ({ name, permissions }) =>
            html`<dt><b>${name}</b></dt>
              <dd>${permissionWords(permissions)}</dd>`,
        )}
      </dl>
    </details>`;
}

function reachWords({ components, languages, language_selection: chosen }: Group): string {
  const where = components.length === 0 ? "the whole project" : count(components.length, "component");
  if (chosen !== 0) return where;
  return `${where}, ${languages.length === 0 ? "no language yet" : languages.map((address) => idIn(address)).join(", ")}`;
}

async function create({ perform }: ManagementRequest, place: Managed, form: SentForm): Promise<string> {
  const { project } = place;
  const name = form.text("name").trim();
  const body = { name, defining_project: `/api/projects/${project.slug}/` };
  const { id } = await perform(contract.groups.create, {}, { body });
  const at = { id: String(id) };
  await perform(contract.groups.addProject, at, { body: { project_id: project.id } });
  await perform(contract.groups.addRole, at, { body: { role_id: form.text("role_id") } });
  return `${manageAddress(accessPage, place)}?team=${at.id}&done=team`;
}

/** Somebody who has no account yet: the address that begins it is mailed, or shown this once to be handed over. */
async function invited(
  management: ManagementRequest,
  place: Managed,
  team: Group | undefined,
  form: SentForm,
): Promise<Response> {
  const { service } = management;
  const email = form.text("email").trim();
  if (email === "") throw invalid("email", "Say at which address they read mail.", "blank");
  const { username, address } = await accounts(service).invite({ email, fullName: form.text("full_name").trim() });
  if (team !== undefined) await join(management, username, { group_id: team.id, limit_language_codes: [] });
  const here = `${manageAddress(accessPage, place)}?${team === undefined ? "" : `team=${String(team.id)}&`}`;
  if (address === undefined) return seeOther(`${here}done=${team === undefined ? "known" : "member"}`);
  const origin = service.settings.siteUrl === "" ? management.url.origin : service.settings.siteUrl;
  const whole = `${origin}${address}`;
  const inviter = management.caller.user?.full_name ?? "";
  const mail = await sendInvitation(service, { email, project: place.project.name, inviter, address: whole });
  const state = { invitation: { username, email, address: whole, mail } };
  return team === undefined ? allTeams(management, place, state) : oneTeam(management, place, team, state);
}

/** What a form of one team asks for. */
async function changed(management: ManagementRequest, place: Managed, team: Group, form: SentForm): Promise<string> {
  const { perform } = management;
  const at = { id: String(team.id) };
  const here = `${manageAddress(accessPage, place)}?team=${at.id}`;
  const field = (name: string): string => form.text(name).trim();
  switch (field("do")) {
    case "join": {
      const codes = field("limit_language_codes")
        .split(/[\s,]+/)
        .filter((code) => code !== "");
      const body = { group_id: team.id, limit_language_codes: codes };
      await join(management, usernameIn(field("username")), body);
      return `${here}&done=member`;
    }
    case "leave":
      await perform(contract.users.leaveGroup, { username: field("username") }, { body: { group_id: team.id } });
      return `${here}&done=left`;
    case "rename":
      await perform(contract.groups.update, at, { body: { name: field("name") } });
      return `${here}&done=saved`;
    case "remove":
      await perform(contract.groups.delete, at);
      return `${manageAddress(accessPage, place)}?done=removed`;
    case "role":
      await perform(contract.groups.addRole, at, { body: { role_id: field("role_id") } });
      return `${here}&done=saved`;
    case "no-role":
      await perform(contract.groups.removeRole, { ...at, role_id: field("role_id") });
      return `${here}&done=saved`;
    case "component":
      await perform(contract.groups.addComponent, at, { body: { component_id: field("component_id") } });
      return `${here}&done=saved`;
    case "no-component":
      await perform(contract.groups.removeComponent, { ...at, component_id: field("component_id") });
      return `${here}&done=saved`;
    case "language":
      await perform(contract.groups.addLanguage, at, { body: { language_code: field("language_code") } });
      if (team.language_selection !== 0) await perform(contract.groups.update, at, { body: { language_selection: 0 } });
      return `${here}&done=saved`;
    case "no-language":
      await perform(contract.groups.removeLanguage, { ...at, language_code: field("language_code") });
      return `${here}&done=saved`;
    case "all-languages":
      await perform(contract.groups.update, at, { body: { language_selection: 1 } });
      return `${here}&done=saved`;
    default:
      throw invalid(null, "This form asks for nothing that there is.");
  }
}

async function join({ perform }: ManagementRequest, username: string, body: object): Promise<void> {
  try {
    await perform(contract.users.joinGroup, { username }, { body: { ...body } });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    throw invalid("username", `There is no user “${username}”.`, "does_not_exist");
  }
}

function invitationFields({ form, problems = {} }: State): Markup {
  const isTyped = form?.text("do") === "invite";
  const typed = (name: string): string => (isTyped ? form.text(name) : "");
  return html`${input({
    name: "email",
    label: "Mail address",
    type: "email",
    value: typed("email"),
    required: true,
    hint: "Whoever has an account with it is added at once. For others one is made, and they get an address by mail that signs them in once, within a week; where no mail is sent, you hand it over.",
    problem: problems["email"],
  })}
  ${input({ name: "full_name", label: "Their name", value: typed("full_name"), hint: "As commits have it; they can change it.", problem: problems["full_name"] })}`;
}

function invitationNote({ username, email, address, mail }: ShownInvitation): Markup {
  const byHand = html`<p>
      Hand this address over to nobody else: it signs them in once, within a week. It is shown this once.
    </p>
    <p><code id="invitation">${address}</code></p>`;
  if (mail?.delivered === true) {
    return html`<div class="flash good" role="status">
      <p>${username} is invited: a mail with an address that signs them in once, within a week, went to ${email}.</p>
      <details>
        <summary>It does not arrive</summary>
        ${byHand}
      </details>
    </div>`;
  }
  const failure = mail === undefined ? "" : html`<p><b>The mail did not go out.</b> ${mail.reason} ${mail.remedy}</p>`;
  return html`<div class="flash attention" role="status">
    <p>${username} is invited.</p>
    ${failure} ${byHand}
  </div>`;
}

function usernameIn(text: string): string {
  if (text === "") throw invalid("username", "Say who.", "blank");
  return text;
}

async function oneTeam(management: ManagementRequest, place: Managed, known: Group, state: State): Promise<Response> {
  const { service, visitor, perform } = management;
  const team = state.status === undefined ? known : await teamOf(management, place, String(known.id));
  const roles = await projectRoles(service.database);
  const own = rolesOf(team, roles);
  const members = (await teamMembers(service.database, [team.id])).get(team.id) ?? [];
  const { results: components } = await perform(contract.projects.components, parametersOf(place), {
    query: { page_size: "1000" },
  });
  const here = manageAddress(accessPage, place);
  const csrf = visitor.signedIn?.csrf ?? "";
  const fields = { team: String(team.id) };
  const button = (words: string, more: Readonly<Record<string, string>>, about: string): Markup =>
    postButton({ action: here, csrf, words, fields: { ...fields, ...more }, manner: "plain", about });
  const form = (...content: readonly Content[]): Markup =>
    html`<form method="post" action="${here}" class="card narrow">
      ${csrfField(csrf)} <input type="hidden" name="team" value="${fields.team}" />
      ${content}
    </form>`;
  const act = (name: string, words: string, manner = "second"): Markup =>
    html`<button name="do" value="${name}" class="${manner}">${words}</button>`;
  const typed = (name: string): string => state.form?.text(name) ?? "";
  const problem = (name: string): string | undefined => state.problems?.[name];
  const chosen = components.filter(({ url }) => team.components.includes(url));
  return shownPage(management, place, {
    ...frame(state),
    page: "",
    title: `Team ${team.name}`,
    about: html`May: ${permissionWords(own.flatMap(({ permissions }) => permissions))}. Where: ${reachWords(team)}.
      <a href="${here}">All teams</a>`,
    ...(state.invitation !== undefined && { secret: true }),
    content: html`${state.invitation === undefined ? "" : invitationNote(state.invitation)}
      <h2>Members</h2>
      ${memberTable(members, button)}
      ${form(html`<h3>Invite somebody new</h3>`, invitationFields(state), act("invite", "Invite them"))}
      ${form(
        html`<h3>Add somebody who has an account</h3>`,
        input({
          name: "username",
          label: "User name",
          value: typed("username"),
          required: true,
          problem: problem("username"),
        }),
        input({
          name: "limit_language_codes",
          label: "Only these languages",
          value: typed("limit_language_codes"),
          placeholder: "cs de",
          hint: "Codes. Empty: all that the team has.",
          problem: problem("limit_language_codes"),
        }),
        act("join", "Add them"),
      )}
      <h2>Roles</h2>
      ${listed(
        own.map(({ id, name, permissions }) => [
          html`<b>${name}</b>: ${permissionWords(permissions)}`,
          button("Take away", { do: "no-role", role_id: String(id) }, name),
        ]),
        "No role: the team may do nothing.",
      )}
      ${form(roleSelect(roles.filter((role) => !own.includes(role))), act("role", "Give the role"))}
      <h2>Where</h2>
      <p class="soft">
        ${chosen.length === 0 ? "The whole project. A team that names components has these alone." : "These components alone."}
      </p>
      ${listed(
        chosen.map(({ id, name }) => [
          name,
          button("Take away", { do: "no-component", component_id: String(id) }, name),
        ]),
        "",
      )}
      ${
        components.length === chosen.length
          ? ""
          : form(
              select({
                name: "component_id",
                label: "Component",
                value: "",
                choices: components
                  .filter((each) => !chosen.includes(each))
                  .map(({ id, name }) => ({ value: String(id), words: name })),
              }),
              act("component", "Limit to it, too"),
            )
      }
      <h2>Languages</h2>
      ${
        team.language_selection === 0
          ? html`${listed(
              team.languages.map((address) => [
                idIn(address),
                button("Take away", { do: "no-language", language_code: idIn(address) }, idIn(address)),
              ]),
              "No language: the team translates nothing.",
            )}
            ${button("All languages", { do: "all-languages" }, "")}`
          : html`<p class="soft">All languages.</p>`
      }
      ${form(
        input({
          name: "language_code",
          label: "Limit to a language",
          value: typed("language_code"),
          placeholder: "cs",
          required: true,
          problem: problem("language_code"),
        }),
        act("language", "Limit to it, too"),
      )}
      <h2>The team itself</h2>
      ${form(
        input({
          name: "name",
          label: "Name",
          value: state.form?.text("do") === "rename" ? typed("name") : team.name,
          required: true,
          problem: problem("name"),
        }),
        act("rename", "Rename it"),
      )}
      ${form(
        html`<p>
          Its ${count(members.length, "member")} may no longer do what the team let them do; they stay users.
        </p>`,
        act("remove", "Remove the team", "delete"),
      )}`,
  });
}

function memberTable(
  members: readonly TeamMember[],
  button: (words: string, fields: Readonly<Record<string, string>>, about: string) => Markup,
): Content {
  return listed(
    members.map(({ username, fullName, isBot, languages }) => [
      html`<a href="/user/${encodeURIComponent(username)}/">${fullName === "" ? username : fullName}</a>
        <span class="soft"
          >${username}${isBot ? ", a program" : ""}${languages.length === 0 ? "" : `, only ${languages.join(", ")}`}</span
        >`,
      button("Take out", { do: "leave", username }, username),
    ]),
    "Nobody yet.",
  );
}

function listed(rows: readonly (readonly [Content, Markup])[], none: string): Content {
  if (rows.length === 0) return none === "" ? "" : html`<p class="soft">${none}</p>`;
  return html`<ul class="rows">
    ${rows.map(([what, action]) => html`<li><span>${what}</span>${action}</li>`)}
  </ul>`;
}
