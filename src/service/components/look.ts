import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withoutCredentials } from "../../git/run.ts";
import { Clone, GitRefusal, remoteBranch } from "../clone/clone.ts";
import { assertBranch, assertRepository } from "../clone/repository-path.ts";
import { withScratch, withUnpacked } from "../files/archive.ts";
import { heldUpload } from "../files/held-upload.ts";
import { toWrite } from "../files/sent-bytes.ts";
import { required } from "../http/refusal.ts";
import { startTask, type TaskHandler } from "../jobs/task.ts";
import type { Service } from "../service.ts";
import { calculate } from "../threads/calculate.ts";
import { languageNamed } from "./language.ts";
import type { FoundFiles } from "./look-at-files.ts";

/** Nobody waits for it but who asked, on a page that tells how far it is. */
const MILLISECONDS = 60_000;

/** Kind of the task that looks at files somebody may make components of. */
export const LOOK_TASK = "component.look";

/** Where the files are: an address, or what was uploaded. */
export type LookSource =
  | { readonly kind: "repository"; readonly repo: string; readonly branch: string }
  | { readonly kind: "archive" | "document"; readonly upload: string; readonly name: string };

export interface Look {
  readonly source: LookSource;
  /** Code of the source texts' language; "": as the files tell. */
  readonly language: string;
}

/** What a look came to. */
export type Looked = (FoundFiles & { readonly branch: string }) | { readonly refused: string };

/** Begins to look; only who asked for it sees what is found. @returns the task's id @throws 400 on `repo`, `branch`, `language` */
export async function startLook(service: Service, user: number, { source, language }: Look): Promise<string> {
  if (language !== "") await languageNamed(service.database, "language", language);
  if (source.kind === "repository") {
    if (source.repo === "") throw required("repo");
    await assertRepository(service, "repo", source.repo);
    if (source.branch !== "") assertBranch("branch", source.branch);
  }
  return startTask(service, { kind: LOOK_TASK, payload: { look: JSON.stringify({ source, language }), user }, user });
}

/** What a look was asked for. */
export function lookIn(payload: { readonly [name: string]: unknown }): Look {
  const look: Look = JSON.parse(String(payload["look"]));
  return look;
}

export const lookTask: TaskHandler = async (service, payload, progress): Promise<Looked> => {
  const { source, language } = lookIn(payload);
  const user = Number(payload["user"]);
  const asked = language === "" ? undefined : language;
  if (source.kind === "repository") {
    return withScratch(service, async (folder) => {
      await progress.step(5, "Fetching the repository");
      try {
        const branch = source.branch === "" ? await remoteBranch(source.repo) : source.branch;
        const clone = new Clone(folder, { name: "", email: "" });
        await clone.create(source.repo, branch, true);
        await progress.step(60, "Looking for translation files");
        const paths = [...(await clone.files()).keys()];
        return { ...(await calculate("lookAtFiles", { folder, paths, language: asked }, MILLISECONDS)), branch };
      } catch (error) {
        if (!(error instanceof GitRefusal)) throw error;
        return { refused: withoutCredentials(error.message).replaceAll(folder, "") };
      }
    });
  }
  const content = await heldUpload(service, user, source.upload);
  if (content === undefined) return { refused: "The uploaded file is not kept any more: choose it again." };
  await progress.step(30, "Looking for translation files");
  const look = async (folder: string, paths: readonly string[]): Promise<Looked> => {
    const isOneFile = source.kind === "document";
    return {
      ...(await calculate("lookAtFiles", { folder, paths, language: asked, isOneFile }, MILLISECONDS)),
      branch: "",
    };
  };
  if (source.kind === "archive") return withUnpacked(service, content, look);
  return withScratch(service, async (folder) => {
    await mkdir(join(folder, dirname(source.name)), { recursive: true });
    await writeFile(join(folder, source.name), toWrite(content));
    return look(folder, [source.name]);
  });
};
