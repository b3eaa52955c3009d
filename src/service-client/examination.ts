import { jsonIn } from "../core/json.ts";
import { WHOLE_LIST } from "./conversation.ts";
import * as z from "zod";
import { addressOf } from "../contract/endpoint.ts";
import { contract } from "../contract/index.ts";
import { RemoteError } from "../core/errors.ts";
import { Redactor } from "../core/redaction.ts";
import { componentName } from "../mapping/binding.ts";
import { refusal, type Request } from "./refusal.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import { type Schema, lazy, type Value } from "../http-api/endpoint.ts";

/** What the service says of itself; undefined where it does not tell this token. */
export interface ServiceVersion {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** What one team gives its members. */
export interface Grant {
  /** Name of the team. */
  readonly team: string;
  readonly permissions: readonly string[];
  /**
   * Where: everywhere, or in what is listed (slugs of projects, names of components). `by-rule`: what the service chooses
   * by a rule that only it can apply (all public projects, a component list).
   */
  readonly reach:
    | { readonly kind: "everywhere" | "by-rule" }
    | { readonly kind: "listed"; readonly projects: readonly string[]; readonly components: readonly string[] };
  /** Languages that it is limited to; undefined for all. */
  readonly languages?: readonly string[];
}

/** The user behind the token. */
export interface Account {
  readonly username: string;
  readonly isSuperuser: boolean;
  /** Undefined where the service does not show what the user may do. */
  readonly grants: readonly Grant[] | undefined;
}

const About = lazy(() => z.looseObject({ name: z.string().optional(), version: z.string().optional() }));
const Username = lazy(() => z.looseObject({ results: z.array(z.looseObject({ username: z.string() })) }));
const Member = lazy(() =>
  z.looseObject({ is_superuser: z.boolean().optional(), groups: z.array(z.string()).optional() }),
);
const Team = lazy(() =>
  z.looseObject({
    url: z.string(),
    name: z.string(),
    project_selection: z.int(),
    language_selection: z.int(),
    roles: z.array(z.string()),
    projects: z.array(z.string()),
    components: z.array(z.string()),
    languages: z.array(z.string()),
  }),
);
const Teams = lazy(() => z.looseObject({ results: z.array(Team()) }));
const Roles = lazy(() =>
  z.looseObject({
    results: z.array(z.looseObject({ url: z.string(), permissions: z.array(z.string()) })),
  }),
);

/** Values of a team's `project_selection` and `language_selection` (facts §1.1). */
const AS_LISTED = 0;
const ALL = 1;

/** Questions about the service itself and about whoever asks; all of them only read. */
export class ServiceExamination {
  readonly #transport: Transport;
  readonly #redactor = new Redactor();

  /** @throws {UserError} `IL-S01` for an address or a token that cannot be used */
  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
    this.#redactor.add(options.token?.trim());
  }

  /** @throws {RemoteError} where it does not answer, or rejects the token */
  async version(): Promise<ServiceVersion> {
    const url = this.#transport.address.at(addressOf(contract.metrics.get, {}));
    try {
      const { name, version } = await this.#read(About, url, { what: "say which version it is" });
      return { name, version };
    } catch (error) {
      // The token is known, and may not see how much there is.
      if (error instanceof RemoteError && error.status === 403) return { name: undefined, version: undefined };
      if (error instanceof RemoteError && error.status === 404) throw noApi(this.#transport.address.url, error);
      throw error;
    }
  }

  /** Undefined where the token sees other users as well, and the service says of none that it is its own (probe §7). */
  async account(): Promise<Account | undefined> {
    const list = new URL(this.#transport.address.at(addressOf(contract.users.list, {})));
    list.searchParams.set("page_size", "2");
    const { results } = await this.#read(Username, list.href, { what: "show the token's user" });
    const [only, ...others] = results;
    if (only === undefined || others.length > 0) return undefined;
    const url = this.#transport.address.at(addressOf(contract.users.get, { username: only.username }));
    const member = await this.#read(Member, url, { what: "show the token's user" });
    const isSuperuser = member.is_superuser === true;
    return { username: only.username, isSuperuser, grants: await this.#grants(member.groups) };
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  /**
   * Both lists show those that the user is in, and to who manages teams others as well: of those the roles stay hidden.
   * @param own addresses of the user's teams, where the service tells them
   */
  async #grants(own: readonly string[] | undefined): Promise<readonly Grant[] | undefined> {
    try {
      const [teams, roles] = await Promise.all([
        this.#read(Teams, this.#listOf(addressOf(contract.groups.list, {})), { what: "show the teams of its user" }),
        this.#read(Roles, this.#listOf(addressOf(contract.roles.list, {})), { what: "show the roles of its user" }),
      ]);
      const permissions = new Map(roles.results.map((role) => [role.url, role.permissions]));
      return teams.results
        .filter(({ url }) => own === undefined || own.includes(url))
        .map((team) => this.#grant(team, permissions))
        .filter((grant) => grant.permissions.length > 0);
    } catch (error) {
      // Hidden, or told in a form that is not known here: no reason to say that anything is wrong.
      if (error instanceof RemoteError && (error.status === 403 || error.status === 404 || error.code === "IL-S15")) {
        return undefined;
      }
      throw error;
    }
  }

  #listOf(path: string): string {
    const url = new URL(this.#transport.address.at(path));
    url.searchParams.set("page_size", WHOLE_LIST);
    return url.href;
  }

  #grant(team: Value<typeof Team>, roles: ReadonlyMap<string, readonly string[]>): Grant {
    return {
      team: team.name,
      permissions: [...new Set(team.roles.flatMap((role) => roles.get(role) ?? []))],
      reach: this.#reach(team),
      ...(team.language_selection === ALL ? {} : { languages: team.languages.map(lastName) }),
    };
  }

  #reach({ project_selection: selection, projects, components }: Value<typeof Team>): Grant["reach"] {
    if (selection === ALL) return { kind: "everywhere" };
    if (selection !== AS_LISTED) return { kind: "by-rule" };
    return {
      kind: "listed",
      projects: projects.map(lastName),
      components: components.flatMap((url) => {
        const path = this.#transport.address.componentPathOf(url);
        return path === undefined ? [] : [componentName(path)];
      }),
    };
  }

  async #read<T>(shape: Schema<z.ZodType<T>>, url: string, request: Request): Promise<T> {
    const answer = await this.#transport.request({ method: "GET", url, repeat: "safe" });
    if (answer.status >= 400) throw refusal(answer, request, this.#redactor);
    const parsed = shape().safeParse(jsonIn(answer.body));
    if (parsed.success) return parsed.data;
    throw new RemoteError(`The service was asked to ${request.what}; its answer is not understood.`, {
      code: "IL-S15",
      hint: "Check the address: it must be the one of a translation service with this API, not of a page or a proxy in front of it.",
    });
  }
}

/** `https://…/api/projects/acme/` → `acme` */
function lastName(url: string): string {
  return decodeURIComponent(url.replace(/\/$/, "").split("/").at(-1) ?? "");
}

/** Every service has that page: the address leads to something else, or into a folder of it. */
function noApi(url: string, cause: RemoteError): RemoteError {
  return new RemoteError(`there is no translation service at ${url}: it has no ${url}/api/`, {
    code: "IL-S10",
    hint: "Correct `service`: write the address of the service's start page, with the folder that it may be in and nothing more.",
    status: 404,
    cause,
  });
}
