import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { configurationEnvironment } from "../../../src/git/configuration.ts";

export interface GitRequest {
  /** Folder of the bare repository. */
  readonly repository: string;
  /** What comes after the repository's address: `/info/refs`. */
  readonly path: string;
  readonly query: string;
  /** Whose request it is; hooks see it as GITEA_PUSHER_NAME. */
  readonly user: string;
}

/** What git answered to who asked for its abilities, by the configuration that they follow from. */
const abilities = new Map<string, Buffer>();

/**
 * Protocol 2 begins with what the server can do. Nothing of the repository stands in that but its configuration, so git says it once.
 * Source: gitprotocol-v2(5), "Initial Client Request".
 */
async function abilityKey(
  request: IncomingMessage,
  { repository, path, query }: GitRequest,
): Promise<string | undefined> {
  const isAsked = request.method === "GET" && path === "/info/refs" && query === "service=git-upload-pack";
  if (!isAsked || request.headers["git-protocol"] !== "version=2") return undefined;
  return readFile(join(repository, "config"), "utf8").catch(() => undefined);
}

/** Git's own server side, as a CGI program: what the original calls too. */
export async function serveGit(request: IncomingMessage, response: ServerResponse, git: GitRequest): Promise<void> {
  const key = await abilityKey(request, git);
  const known = key === undefined ? undefined : abilities.get(key);
  if (known !== undefined) {
    answer(response, known);
    return;
  }
  const output = await runBackend(request, git);
  if (key !== undefined && isSuccess(output)) abilities.set(key, output);
  answer(response, output);
}

function isSuccess(output: Buffer): boolean {
  return !/^status:/im.test(output.toString("latin1", 0, output.indexOf("\r\n\r\n")));
}

function runBackend(request: IncomingMessage, git: GitRequest): Promise<Buffer> {
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH ?? "",
      GIT_PROJECT_ROOT: git.repository,
      GIT_HTTP_EXPORT_ALL: "1",
      ...configurationEnvironment(
        [
          ["http.receivepack", "true"],
          ["uploadpack.allowFilter", "true"],
          ["uploadpack.allowAnySHA1InWant", "true"],
        ],
        {},
      ),
      PATH_INFO: git.path,
      QUERY_STRING: git.query,
      REQUEST_METHOD: request.method ?? "GET",
      REMOTE_USER: git.user,
      REMOTE_ADDR: "127.0.0.1",
      GITEA_PUSHER_NAME: git.user,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      ...(request.headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: request.headers["content-length"] }),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      resolve(Buffer.concat(chunks));
    });
  });
}

function answer(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .toString("utf8", 0, end)
    .split("\r\n")
    .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  const status = headers.find(([name]) => name.toLowerCase() === "status")?.[1];
  response.writeHead(
    status === undefined ? 200 : Number.parseInt(status, 10),
    Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== "status")),
  );
  response.end(output.subarray(end + 4));
}
