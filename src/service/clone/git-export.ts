import { DatabaseAway } from "../../store/database-away.ts";
import { refusalFor } from "../http/rendering.ts";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { componentRecord } from "../components/component-settings.ts";
import { Refusal, refused } from "../../http-api/refusal.ts";
import { authenticate } from "../identity/identity.ts";
import { may, sees, seesComponent, type Caller } from "../identity/permissions.ts";
import { limitedBytes } from "../../network/limited-bytes.ts";
import type { Service } from "../service.ts";
import { cloneOf } from "./component-clone.ts";

const MOST_BYTES = 10_000_000;

/**
 * Lets git fetch a component's repository, as it is here: read only, by the stateless protocol over HTTP. Git sends a token
 * as the password; whose name comes with it does not matter.
 */
export async function answerGit(service: Service, request: Request): Promise<Response> {
  try {
    const { pathname, searchParams } = new URL(request.url);
    const [, project = "", path = "", action = ""] =
      /^\/git\/([^/]+)\/(.+?)\/(info\/refs|git-upload-pack)$/.exec(pathname) ?? [];
    const isListing = request.method === "GET" && action === "info/refs";
    if (isListing && searchParams.get("service") !== "git-upload-pack")
      return refusal(403, "Fetching is all there is.");
    if (!isListing && (request.method !== "POST" || action !== "git-upload-pack")) return refusal(404, "Not found.");
    const clone = await exportedClone(service, request, { project, path: decodeURIComponent(path) });
    if (clone instanceof Response) return clone;
    const protocol = /^version=[012]$/.exec(request.headers.get("git-protocol") ?? "")?.[0] ?? "";
    const body = isListing ? undefined : await bodyOf(request);
    const content = await cloneOf(service, clone).serve(body, protocol);
    const announcement = Buffer.from("001e# service=git-upload-pack\n0000");
    return new Response(new Uint8Array(isListing ? Buffer.concat([announcement, content]) : content), {
      headers: {
        "content-type": `application/x-git-upload-pack-${isListing ? "advertisement" : "result"}`,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    if (error instanceof Refusal) return error.status === 401 ? unknownCaller() : refusal(error.status, error.message);
    if (error instanceof DatabaseAway) {
      const { status, message, headers } = refusalFor(service, error);
      return refusal(status, message, headers);
    }
    service.logger.error(`A fetch failed: ${error instanceof Error ? error.message : String(error)}`);
    return refusal(error instanceof URIError ? 404 : 500, "The repository could not be read.");
  }
}

/** What the caller may not see is not there; who could be somebody is asked who they are. */
async function exportedClone(
  service: Service,
  request: Request,
  { project: slug, path }: { readonly project: string; readonly path: string },
): Promise<number | Response> {
  const caller = await callerOf(service, request);
  const hidden = caller.user === undefined ? unknownCaller() : refusal(404, "Not found.");
  if (caller.user === undefined && service.settings.requireLogin) return hidden;
  const { database } = service;
  const project = await database.selectFrom("project").selectAll().where("slug", "=", slug).executeTakeFirst();
  if (project === undefined || !sees(caller, project)) return hidden;
  const row = await database
    .selectFrom("component")
    .selectAll()
    .where("project_id", "=", project.id)
    .where("path", "=", path)
    // One that shares a repository has none of its own to show.
    .where("linked_component_id", "is", null)
    .executeTakeFirst();
  if (row === undefined) return hidden;
  const component = componentRecord(row);
  if (!seesComponent(caller, component)) return hidden;
  if (may(caller, { project, component }, "vcs.access")) return row.clone_id;
  return caller.user === undefined ? unknownCaller() : refusal(403, "You may not access the repository.");
}

async function callerOf(service: Service, request: Request): Promise<Caller> {
  const authorization = request.headers.get("authorization") ?? "";
  const encoded = /^basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined) return authenticate(service, authorization);
  const password = /:(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8"))?.[1] ?? "";
  return authenticate(service, `Token ${password}`);
}

async function bodyOf(request: Request): Promise<Uint8Array> {
  const body = await limitedBytes(request.body, MOST_BYTES);
  if (body === undefined) throw refused(413, "too_large", "Too large.");
  if (request.headers.get("content-encoding") !== "gzip") return body;
  return promisify(gunzip)(body, { maxOutputLength: MOST_BYTES });
}

function unknownCaller(): Response {
  return refusal(401, "Send a token as the password.", { "www-authenticate": 'Basic realm="git", charset="UTF-8"' });
}

function refusal(status: number, words: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(`${words}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });
}
