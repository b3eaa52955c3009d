import { join } from "node:path";
import type { Logger } from "../../core/logger.ts";
import { startServer } from "../../server/start-server.ts";
import type { ServiceSettings } from "../../service/settings.ts";
import { PROJECT, translators, type SampleTranslator, type TranslatorsWork } from "./sample-project.ts";

/** The service of the demonstration, with the project, the components and everybody who works there. */
export interface SampleService {
  readonly url: string;
  readonly adminToken: string;
  /** Signs the administrator in to the pages, once. */
  readonly signInLink: string;
  /** Of the bot, for this project alone. */
  readonly botToken: string;
  /** Saves texts as a translator's browser would: over HTTP, with the translator's own token. */
  translate(translator: SampleTranslator, work: TranslatorsWork): Promise<void>;
  /** How many strings somebody saved that are not committed yet. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
}

/** Repositories that the components read. */
export interface SampleUpstreams {
  readonly website: string;
  readonly library: string;
}

export type StartSampleService = (folder: string, upstreams: SampleUpstreams) => Promise<SampleService>;

/** The embedded service on a free port, its data in `folder`. */
export function embeddedSampleService(logger: Logger, settings: Partial<ServiceSettings> = {}): StartSampleService {
  return async (folder, upstreams) => {
    const server = await startServer({ data: join(folder, "service"), project: PROJECT, logger, settings });
    try {
      const { url, adminToken = "", signInLink = "", botToken = "" } = server;
      const api = apiOf(url);
      for (const component of componentsOf(upstreams)) {
        await server.admin.createComponent(PROJECT, component);
      }
      const tokens = new Map<string, string>();
      for (const { username, fullName, email } of translators) {
        const { token } = await server.admin.createTranslator(PROJECT, { username, fullName, email });
        tokens.set(username, token);
      }
      return {
        url,
        adminToken,
        signInLink,
        botToken,
        translate: async ({ username }, work) => {
          await saveText(api, tokens.get(username) ?? "", work);
        },
        waiting: async () => {
          const list = await api("GET", "/api/units/?q=is:pending&page_size=1", adminToken);
          const { count }: { count: number } = JSON.parse(list);
          return count;
        },
        stop: () => server.close(),
      };
    } catch (error) {
      await server.close();
      throw error;
    }
  };
}

function componentsOf({ website, library }: SampleUpstreams) {
  const shared = { vcs: "git", branch: "main", new_lang: "add", push_on_commit: false } as const;
  return [
    {
      ...shared,
      name: "Website",
      slug: "website",
      repo: website,
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    },
    {
      ...shared,
      name: "Library",
      slug: "library",
      repo: library,
      file_format: "po",
      filemask: "po/*.po",
      new_base: "po/shop.pot",
    },
  ];
}

type Api = (method: string, path: string, token: string, body?: object) => Promise<string>;

/** A person's script: plain HTTP, nothing of the engine's client; the answer's text. */
function apiOf(url: string): Api {
  return async (method, path, token, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${String(response.status)}: ${await response.text()}`);
    return response.text();
  };
}

interface UnitPage {
  readonly results: readonly { readonly id: number; readonly context: string; readonly source: readonly string[] }[];
}

async function saveText(api: Api, token: string, work: TranslatorsWork): Promise<void> {
  const list = `/api/translations/${PROJECT}/${work.component}/${work.language}/units/?page_size=1000`;
  const { results }: UnitPage = JSON.parse(await api("GET", list, token));
  const unit = results.find(({ context, source }) => context === work.string || source[0] === work.string);
  if (unit === undefined) throw new Error(`${work.component}/${work.language} has no string "${work.string}"`);
  await api("PATCH", `/api/units/${String(unit.id)}/`, token, { target: work.target, state: 20 });
}
