import { interfaceLanguages } from "../../contract/resources/profile.ts";
import { isOwnToken } from "../../http-api/request.ts";
import { invalid, Refusal } from "../../http-api/refusal.ts";
import type { FieldProblems } from "../../http-api/form.ts";
import { inTransaction } from "../../store/database.ts";
import { changeUser } from "../identity/account.ts";
import { changePassword, hasPassword } from "../identity/own-account.ts";
import type { PageSession } from "../identity/page-sessions.ts";
import { ANONYMOUS } from "../identity/commit-identity.ts";
import { profileOf } from "../identity/profile.ts";
import { issuedTokens, issueToken, revokeToken } from "../identity/tokens.ts";
import { PROFILE } from "../pages/addresses.ts";
import { pageAnswer, type Visitor } from "../pages/layout.ts";
import { profilePage, type ProfilePage } from "../pages/profile-page.ts";
import type { Service } from "../service.ts";
import { formOf } from "./form.ts";
import { readSubscriptions, saveSubscriptions } from "./own-subscriptions.ts";
import { denied } from "./refusal.ts";

interface OwnAccountRequest {
  readonly service: Service;
  readonly session: PageSession;
  readonly visitor: Visitor;
  readonly request: Request;
  readonly url: URL;
}

/** What was done, by the word in the address that a form leads to. */
const doneWords = new Map([
  ["settings", "Saved."],
  ["subscriptions", "Saved. You are told of this from now on."],
  ["password", "You have a new password. Other sessions ended."],
  ["revoke", "The token is revoked."],
]);

/** A person's own account: settings, mail, password, tokens. Only a session of theirs leads here, never a token of a program. */
export async function answerOwnAccount(visit: OwnAccountRequest): Promise<Response> {
  const { request, url } = visit;
  if (request.method !== "POST") return shown(visit, { done: doneWords.get(url.searchParams.get("done") ?? "") });
  const form = await formOf(request);
  try {
    if (!isOwnToken(visit.session.csrf, form.get("csrf_token"))) throw denied("This form is of another session.");
    return await submitted(visit, form);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shown(visit, { problems: problemsOf(error) }, error.status);
  }
}

async function submitted(visit: OwnAccountRequest, form: URLSearchParams): Promise<Response> {
  const { service, session } = visit;
  const field = (name: string): string => (form.get(name) ?? "").trim();
  const action = field("do");
  const { id: user } = session.user;
  switch (action) {
    case "settings": {
      const theme = (["auto", "light", "dark"] as const).find((each) => each === field("theme")) ?? "auto";
      const profile = {
        // A form of an older page does not ask for it, nor for the name in commits: they stay.
        language: interfaceLanguages.find((each) => each === field("language")),
        languages: codesIn(field("languages")),
        secondary_languages: codesIn(field("secondary_languages")),
        theme,
        special_chars: field("special_chars"),
        commit_email: field("commit_email"),
        commit_name: ([0, 1, ANONYMOUS] as const).find((kind) => field("commit_name") === String(kind)),
        contribute_personal_tm: form.get("remembers") === "true",
      };
      await changeUser(service, session.caller, session.user, { profile });
      return leadsTo("settings");
    }
    case "password":
      await changePassword(service, user, {
        current: form.get("current") ?? "",
        fresh: form.get("password") ?? "",
        session: session.token,
      });
      return leadsTo("password");
    case "subscriptions":
      await saveSubscriptions(service, user, form);
      return leadsTo("subscriptions");
    case "token": {
      const name = field("name").slice(0, 100);
      if (name === "") throw invalid("name", "Say what the token is for.", "blank");
      const days = Number(field("days"));
      const expires = days > 0 ? new Date(service.clock.now().getTime() + days * 86_400_000).toISOString() : undefined;
      const token = await inTransaction(service.database, (queries) =>
        issueToken(service, queries, { user, name, expires }),
      );
      return shown(visit, { token });
    }
    case "revoke": {
      const own = await issuedTokens(service.database, session.user.username);
      const token = own.find(({ id }) => String(id) === field("id"));
      if (token === undefined) throw denied("You have no such token.");
      await revokeToken(service.database, token.id);
      return leadsTo("revoke");
    }
    default:
      throw denied("This form asks for nothing that there is.");
  }
}

/** `cs de` */
function codesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((code) => code !== "");
}

function leadsTo(done: string): Response {
  return new Response(null, { status: 303, headers: { Location: `${PROFILE}?done=${done}` } });
}

async function shown(
  { service, session, visitor }: OwnAccountRequest,
  page: Pick<ProfilePage, "done" | "token" | "problems">,
  status = 200,
): Promise<Response> {
  const { database } = service;
  const { id, username } = session.user;
  const row = await database.selectFrom("user").select("profile").where("id", "=", id).executeTakeFirstOrThrow();
  const profile = profileOf(row.profile);
  const languages = await database
    .selectFrom("language")
    .select(["id", "code"])
    .where("id", "in", [0, ...profile.languages, ...profile.secondary_languages])
    .execute();
  const codesOf = (ids: readonly number[]): readonly string[] =>
    ids.flatMap((own) => languages.find((each) => each.id === own)?.code ?? []);
  const text = profilePage({
    site: service.settings.siteTitle,
    visitor,
    ...page,
    reading: {
      language: profile.language,
      languages: codesOf(profile.languages),
      secondary: codesOf(profile.secondary_languages),
      theme: profile.theme,
      specialCharacters: profile.special_chars,
      commitEmail: profile.commit_email,
      commitName: profile.commit_name,
      remembers: profile.contribute_personal_tm,
      hasPassword: await hasPassword(service, id),
      tokens: (await issuedTokens(database, username)).filter(({ project }) => project === null),
      session: session.token,
      subscriptions: await readSubscriptions(service, id),
    },
  });
  return pageAnswer(text, status, { "Cache-Control": "no-store" });
}

/** Each at its field of the form: `profile.languages.0` is of the field `languages`. */
function problemsOf(refusal: Refusal): FieldProblems {
  return Object.fromEntries(
    refusal.errors.map(({ field, detail }) => [(field ?? "").replace(/^profile\./, "").replace(/\.\d+$/, ""), detail]),
  );
}
