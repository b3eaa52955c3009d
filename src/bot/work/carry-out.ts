import type { Ending } from "../../automation/ending.ts";
import { LocalError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Redactor } from "../../core/redaction.ts";
import type { Remote } from "../../git/remote-branch.ts";
import type { RequestObserver } from "../../network/seen-request.ts";
import type { Records } from "../../records/records.ts";
import { keepRepository, type RepositoryRecord } from "../../records/repositories/repositories.ts";
import type { Settings } from "../../records/settings/settings.ts";
import { templateFor } from "../../records/templates/templates.ts";
import type { TextTemplates } from "../../report/text-templates.ts";
import { performForBot } from "../perform/perform-for-bot.ts";
import { standOf } from "../perform/stand.ts";
import type { Piece } from "./piece.ts";
import { addCredentials } from "./secrets.ts";
import type { Work } from "./work.ts";

/** One piece of work of one repository. */
export interface PieceOfWork {
  readonly work: Work;
  readonly settings: Settings;
  readonly repository: RepositoryRecord;
  readonly piece: Piece;
}

/** What goes with a run while it is done. */
export interface Companions {
  readonly run: number;
  readonly logger: Logger;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  readonly onRequest: RequestObserver;
}

/**
 * Does it on a clone that was just brought up to date.
 * @throws {InterlinearError} for everything that a person or the next try can mend; the signal's reason
 */
export async function carryOut(about: PieceOfWork, companions: Companions): Promise<Ending> {
  const { work, settings, repository, piece } = about;
  const { run, logger, redactor, signal, onRequest } = companions;
  logger.progress("open", 0, 1);
  const { root: clone, temporary } = work.clones.placeOf(repository.id);
  const runUrl = runAddress(settings, run);
  const stand = await standOf(work.tokens, {
    settings,
    repository,
    clone,
    temporary,
    templates: await templatesFor(work.records, repository.name),
    logger,
    signal,
    onRequest,
    ...(runUrl === undefined ? {} : { runUrl }),
  });
  addCredentials(redactor, stand.remote);
  logger.progress("fetch", 0, 1);
  await work.clones.upToDate(repository.id, stand.remote, signal);
  logger.progress(piece.kind, 0, 1);
  try {
    const defaultBranch =
      stand.defaultBranch === "" ? await askDefaultBranch(about, stand.remote) : stand.defaultBranch;
    return await performForBot({ ...stand, defaultBranch, branch: piece.branch || defaultBranch }, piece.job);
  } catch (error) {
    if (error instanceof LocalError && error.code.startsWith("IL-G")) await work.clones.discardIfDamaged(repository.id);
    throw error;
  }
}

/** Nobody told of it yet. */
async function askDefaultBranch({ work, repository }: PieceOfWork, remote: Remote): Promise<string> {
  const branch = await work.clones.defaultBranch(remote);
  const { forge, name } = repository;
  await keepRepository(work.records, { forge, name, defaultBranch: branch });
  return branch;
}

function runAddress({ publicUrl }: Settings, run: number): string | undefined {
  return publicUrl === "" ? undefined : `${publicUrl.replace(/\/+$/, "")}/admin/runs/${String(run)}`;
}

async function templatesFor(records: Records, repository: string): Promise<TextTemplates> {
  return {
    pullRequestTitle: await templateFor(records, "pull-request-title", repository),
    pullRequestBody: await templateFor(records, "pull-request-body", repository),
    commitMessage: await templateFor(records, "commit-message", repository),
    reviewComment: await templateFor(records, "review-comment", repository),
  };
}
