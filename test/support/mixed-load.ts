import { Agent, request } from "undici";

/** A service under load: a component's translation, and who may save there. */
export interface LoadedService {
  readonly urls: readonly string[];
  readonly adminToken: string;
  /** `demo/app/cs` */
  readonly translation: string;
  /** Ids of its strings. */
  readonly units: readonly number[];
}

export interface MixedLoad {
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** The same by what was asked. */
  readonly timesOf: ReadonlyMap<string, readonly number[]>;
  /** What was answered instead of 200. */
  readonly errors: readonly string[];
}

/**
 * What a team's browsers and programs ask at the same time, a connection each: one saves, the others read listings, pages of
 * strings, statistics, searches and files.
 */
export async function mixedLoad(
  { urls, adminToken, translation, units }: LoadedService,
  { connections, milliseconds }: { readonly connections: number; readonly milliseconds: number },
): Promise<MixedLoad> {
  const agent = new Agent({ connections });
  const errors: string[] = [];
  const timesOf = new Map<string, number[]>();
  const headers = { authorization: `Token ${adminToken}` };
  const reads = [
    "projects/",
    `translations/${translation}/`,
    `translations/${translation}/statistics/`,
    `translations/${translation}/units/?page_size=50`,
    `translations/${translation}/units/?page_size=50&page=3`,
    `translations/${translation}/units/?q=state:%3Ctranslated`,
    "units/?q=target:zzz",
    "changes/?page_size=20",
    `translations/${translation}/file/`,
  ];
  const until = performance.now() + milliseconds;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const url = urls[connection % urls.length] ?? "";
      for (let turn = connection; performance.now() < until; turn += 1) {
        const unit = units[(turn * 7 + connection) % units.length];
        const isSave = turn % 10 === 0;
        const path = isSave ? `units/${String(unit)}/` : (reads[turn % reads.length] ?? "");
        const asked = performance.now();
        const answer = await request(`${url}/api/${path}`, {
          dispatcher: agent,
          method: isSave ? "PATCH" : "GET",
          headers: isSave ? { ...headers, "content-type": "application/json" } : headers,
          ...(isSave ? { body: JSON.stringify({ target: [`Text ${String(turn)}`], state: 20 }) } : {}),
        });
        const text = await answer.body.text();
        const kind = isSave ? "save" : path;
        const own = timesOf.get(kind) ?? [];
        own.push(performance.now() - asked);
        timesOf.set(kind, own);
        if (answer.statusCode !== 200) errors.push(`${path}: ${String(answer.statusCode)} ${text.slice(0, 200)}`);
      }
    }),
  );
  await agent.close();
  return { times: [...timesOf.values()].flat(), timesOf, errors };
}
