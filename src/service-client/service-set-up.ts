import { projectSlugs } from "./project-slugs.ts";
import { addressOf } from "../contract/endpoint.ts";
import { contract } from "../contract/index.ts";
import { componentName, type ComponentPath } from "../mapping/binding.ts";
import { ensureCategories, type PlaceConnection } from "./component-places.ts";
import { Conversation, json } from "./conversation.ts";
import type { Request } from "./refusal.ts";
import { Transport, type Body, type TransportOptions } from "./transport.ts";

/** A project that is to be made. */
export interface NewProject {
  readonly slug: string;
  readonly name: string;
  /** Address of its web site, which the service asks for. */
  readonly web: string;
  /** Codes in file names → the service's codes. */
  readonly languageAliases: Readonly<Record<string, string>>;
}

/** Where a new component has its files from. */
export type ComponentOrigin =
  /** The service clones it, and goes on reading it. */
  | { readonly kind: "repository"; readonly address: string; readonly branch: string }
  /** It starts with these files, in a repository of the service's own. */
  | { readonly kind: "archive"; readonly content: Uint8Array };

/** The service's settings of a new component, by the names of its API. */
export type NewComponentSettings = Readonly<Record<string, string | boolean>>;

const PROJECT_NEEDS = "project.add";
const COMPONENT_NEEDS = "project.edit";

/** What makes a project and its components on the service. Everything else is {@link HttpTranslationService}. */
export class ServiceSetUp {
  readonly #transport: Transport;
  readonly #talk: Conversation;
  readonly #places: PlaceConnection = {
    at: (path) => this.#transport.address.at(path),
    list: (shape, first, request) => this.#talk.all(shape, first, request),
    send: (method, url, body, request) => this.#send(method, url, body === undefined ? undefined : json(body), request),
  };

  /** @throws {UserError} `IL-S01` for an address or a token that cannot be used */
  constructor(options: TransportOptions) {
    this.#transport = new Transport(options);
    this.#talk = new Conversation(this.#transport, options.token);
  }

  /** Slugs of the projects that the token sees, sorted. */
  projects(): Promise<readonly string[]> {
    return projectSlugs(this.#talk, this.#transport.address.at(addressOf(contract.projects.list, {})));
  }

  async createProject({ slug, name, web, languageAliases }: NewProject): Promise<void> {
    const aliases = Object.entries(languageAliases).map(([text, code]) => `${text}:${code}`);
    const body = { name, slug, web, ...(aliases.length === 0 ? {} : { language_aliases: aliases.join(",") }) };
    const request = { what: `create the project ${slug}`, needs: PROJECT_NEEDS };
    const url = this.#transport.address.at(addressOf(contract.projects.create, {}));
    await this.#send("POST", url, json(body), request);
  }

  /** Makes a component, and the categories that it is to stand in; resolves when the service took it. */
  async createComponent(path: ComponentPath, settings: NewComponentSettings, origin: ComponentOrigin): Promise<void> {
    const category = await ensureCategories(this.#places, path);
    const place = category === undefined ? {} : { category: category.url };
    const name = path.component;
    const address = addressOf(contract.projects.createComponent, { project: path.project });
    const request = { what: `create ${componentName(path)}`, needs: COMPONENT_NEEDS };
    const fields = { ...settings, ...place, name, slug: path.component };
    const body =
      origin.kind === "archive"
        ? await archiveForm(fields, origin.content)
        : json({ ...fields, vcs: "git", repo: origin.address, branch: origin.branch });
    await this.#send("POST", this.#transport.address.at(address), body, request);
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  async #send(method: "POST" | "DELETE", url: string, body: Body | undefined, request: Request): Promise<unknown> {
    return this.#talk.ask({ method, url, ...(body !== undefined && { body }), repeat: "if-not-sent" }, request);
  }
}

async function archiveForm(fields: NewComponentSettings, archive: Uint8Array): Promise<Body> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append("zipfile", new Blob([Uint8Array.from(archive)]), "files.zip");
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get("content-type") ?? "multipart/form-data",
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
}
