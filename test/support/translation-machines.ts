import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

/** A request that a stand-in got. */
interface MachineRequestSeen {
  readonly path: string;
  readonly authorization: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asks for what it expects
  readonly body: any;
}

export interface TestMachine extends AsyncDisposable {
  readonly url: string;
  readonly seen: MachineRequestSeen[];
  /** Answers everything so, until it is undefined again; "hang" never answers. */
  answers:
    | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> }
    | "hang"
    | undefined;
  /** What happens before it answers. */
  meanwhile: (() => Promise<unknown>) | undefined;
}

type Answer = readonly [status: number, body: unknown];
type Words = (text: string, target: string) => string;

/** As one sees that a machine was there. */
const usualWords: Words = (text, target) => `${target}: ${text}`;

/**
 * DeepL's API of version 2, no kinder than it: the key in its header, languages in its codes and capitals, at most 50 texts and
 * 128 KiB, well-formed XML where tags are handled, and a quota.
 */
export function startDeepL({ key = "dl-7f3a9c21", quota = 500_000, words = usualWords } = {}): Promise<TestMachine> {
  const sources = ["CS", "DE", "EN", "PL", "PT"];
  const targets = ["AR", "CS", "DE", "EN-GB", "EN-US", "JA", "PL", "PT-BR", "PT-PT", "ZH-HANS", "ZH-HANT"];
  let used = 0;
  return startMachine((path, method, headers, body) => {
    if (headers.authorization !== `DeepL-Auth-Key ${key}`)
      return [403, { message: "Authorization failure, check auth_key" }];
    const url = new URL(path, "http://deepl.test");
    if (method === "GET" && url.pathname === "/v2/languages") {
      const codes = url.searchParams.get("type") === "target" ? targets : sources;
      return [200, codes.map((language) => ({ language, name: language }))];
    }
    if (method === "GET" && url.pathname === "/v2/usage")
      return [200, { character_count: used, character_limit: quota }];
    if (method !== "POST" || url.pathname !== "/v2/translate") return [404, { message: "Not found" }];
    const { text, source_lang: source, target_lang: target, tag_handling: tags } = body;
    if (!Array.isArray(text) || text.length === 0 || text.length > 50)
      return [400, { message: "Parameter 'text' not specified." }];
    if (Buffer.byteLength(JSON.stringify(body)) > 131_072) return [413, { message: "Request Entity Too Large" }];
    if (!sources.includes(source)) return [400, { message: "Value for 'source_lang' not supported." }];
    if (!targets.includes(target)) return [400, { message: "Value for 'target_lang' not supported." }];
    if (tags === "xml" && text.some((each) => !isWellFormed(each)))
      return [400, { message: "Tag handling parsing failed, please check input." }];
    const characters = text.join("").length;
    if (used + characters > quota) return [456, { message: "Quota Exceeded" }];
    used += characters;
    const translations = text.map((each) => ({ detected_source_language: source, text: words(String(each), target) }));
    return [200, { translations }];
  });
}

/** LibreTranslate as its own documentation has it; with a key where it wants one, and a limit of texts in a request. */
export function startLibreTranslate({ key = "", batch = 50, words = usualWords } = {}): Promise<TestMachine> {
  const codes = ["en", "de", "cs", "ar", "pt", "zt"];
  return startMachine((path, method, _headers, body) => {
    if (method === "GET" && path === "/languages")
      return [200, codes.map((code) => ({ code, name: code, targets: codes.filter((each) => each !== code) }))];
    if (method !== "POST" || path !== "/translate") return [404, { error: "Not found" }];
    const { q, source, target, format, api_key: given } = body;
    if (key !== "" && given !== key) return [403, { error: "Invalid API key" }];
    if (q === undefined || q === "") return [400, { error: "Invalid request: missing q parameter" }];
    if (Array.isArray(q) && q.length > batch)
      return [400, { error: `Invalid request: request (${String(q.length)}) exceeds batch limit of ${String(batch)}` }];
    for (const code of [source, target])
      if (!codes.includes(code)) return [400, { error: `${String(code)} is not supported` }];
    if (!["text", "html"].includes(format)) return [400, { error: `${String(format)} format is not supported` }];
    const translated = Array.isArray(q) ? q.map((each) => words(String(each), target)) : words(String(q), target);
    return [200, { translatedText: translated }];
  });
}

async function startMachine(
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever was sent
  answer: (path: string, method: string, headers: IncomingMessage["headers"], body: any) => Answer,
): Promise<TestMachine> {
  const seen: MachineRequestSeen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const { url: path = "", method = "", headers } = request;
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      seen.push({ path, authorization: headers.authorization, body });
      if (machine.answers === "hang") return;
      if (machine.answers !== undefined) {
        const { status, body: said = "", headers: more = {} } = machine.answers;
        response.writeHead(status, more).end(said);
        return;
      }
      const [status, said] = answer(path, method, headers, body);
      void Promise.resolve(machine.meanwhile?.()).then(() =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said)),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const machine: TestMachine = {
    url: `http://127.0.0.1:${String(typeof address === "object" ? address?.port : "")}`,
    seen,
    answers: undefined,
    meanwhile: undefined,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return machine;
}

/** Of what the product sends: text with entities, and empty elements. */
function isWellFormed(text: unknown): boolean {
  return typeof text === "string" && /^(?:[^<>&]|&(?:lt|gt|amp|quot|apos);|<x id="\d+"\/>)*$/.test(text);
}
