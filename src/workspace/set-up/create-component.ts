import { zipSync } from "fflate";
import type { Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import type { Git } from "../../git/git.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import { counted } from "../../report/words/words.ts";
import type { ServiceSetUp } from "../../service-client/service-set-up.ts";
import type { TranslationService } from "../../service-client/translation-service.ts";
import {
  afterCreation,
  creationEnd,
  isNotThereYet,
  LONGEST_WAIT,
  type CreationEnd,
  type NextMove,
} from "./after-creation.ts";
import { archivePath, settingsByAge } from "./component-settings.ts";
import type { ArchivedFile, SetUpStep } from "./plan.ts";

export interface CreationMeans {
  readonly git: Pick<Git, "prefetch" | "read">;
  readonly setUp: Pick<ServiceSetUp, "createComponent">;
  readonly service: Pick<TranslationService, "component" | "settled">;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "info">;
}

/** What a service did not answer in time, in this run. */
export interface TooSlow {
  /** The fewest languages of a component that were asked for at once. */
  languages: number;
}

type CreateComponent = Extract<SetUpStep, { kind: "create-component" }>;

const MINUTE = 60_000;

/**
 * Makes a component, with all of its languages or with the source alone: what is missing then is sent one by one, by others.
 * @param tooSlow learns of languages that were too many
 * @returns what went another way, in words
 * @throws {RemoteError} where the service has no such component
 */
export async function createComponent(
  means: CreationMeans,
  step: CreateComponent,
  tooSlow: TooSlow,
): Promise<string | undefined> {
  const { component, from } = step;
  const count = step.languages.length;
  const many = `${counted(count, "language")} at once`;
  let files = from.kind === "files" ? from.files : [];
  let fewer = withoutMost(files);
  let note: string | undefined;
  const takeFewer = (because: string): void => {
    if (fewer === undefined) return;
    [files, fewer] = [fewer, undefined];
    note = `${because}: they are sent one by one`;
  };
  // What would end by time again is not asked for.
  if (count >= tooSlow.languages) {
    takeFewer(`the service needed too long for ${counted(tooSlow.languages, "language")} of another component at once`);
  }
  for (;;) {
    const begin = means.clock.now().getTime();
    const error = await failureOf(() => create(means, step, files));
    if (error === undefined) break;
    const end = creationEnd(error);
    const minutes = Math.floor((means.clock.now().getTime() - begin) / MINUTE);
    const unanswered =
      minutes === 0 ? "the service gave no answer" : `the service needed more than ${counted(minutes, "minute")}`;
    if (end === "unanswered" && fewer !== undefined) tooSlow.languages = Math.min(tooSlow.languages, count);
    const move = await moveAfter(means, component, { error, hasFewer: fewer !== undefined });
    if (move === "give-up") throw error;
    if (move === "go-on") {
      const happened = {
        unanswered: `${unanswered} and made the component`,
        failed: "the service failed after it made the component",
      };
      if (end === "unanswered" || end === "failed") note = `${happened[end]}: what is missing there is sent now`;
      break;
    }
    takeFewer(
      end === "unanswered"
        ? `${unanswered} for ${many}`
        : `the service ${end === "failed" ? "failed at" : "does not take"} ${many}`,
    );
  }
  await means.service.settled(component);
  return note;
}

async function create({ git, setUp }: CreationMeans, step: CreateComponent, files: readonly ArchivedFile[]) {
  const { component, settings, encoding, from } = step;
  const origin = from.kind === "repository" ? from : { kind: "archive" as const, content: await archiveOf(git, files) };
  const ways = settingsByAge(settings, encoding);
  for (const [at, way] of ways.entries()) {
    try {
      return await setUp.createComponent(component, way, origin);
    } catch (error) {
      if (at === ways.length - 1 || !isRefusedFor("file_format", error)) throw error;
    }
  }
}

async function failureOf(creation: () => Promise<void>): Promise<RemoteError | undefined> {
  try {
    await creation();
    return undefined;
  } catch (error) {
    if (error instanceof RemoteError) return error;
    throw error;
  }
}

const LOOK_EVERY = 10_000;
const TELL_EVERY = 30_000;

/** A lost answer, or a failure at what follows the making, says nothing of what is there: it is looked at, until something follows. */
async function moveAfter(
  { service, clock, logger }: CreationMeans,
  component: ComponentPath,
  { error, hasFewer }: { readonly error: RemoteError; readonly hasFewer: boolean },
): Promise<Exclude<NextMove, "wait">> {
  const end = creationEnd(error);
  // Somebody who may not make it need not be able to see it, and is told of the first.
  const mayBeThere = end !== "unsent" && (end !== "refused" || error.status === undefined || error.status === 400);
  const begin = clock.now().getTime();
  for (let toldNext = 0; ;) {
    const isThere = mayBeThere && (await isServed(service, component, end));
    const waited = clock.now().getTime() - begin;
    const move = afterCreation(end, { isThere, waited, hasFewer });
    if (move !== "wait") return move;
    if (waited >= toldNext) {
      toldNext = waited + TELL_EVERY;
      logger.info(
        `The service may still be making ${componentName(component)}: waited ${String(Math.round(waited / 1000))} s, ${counted(LONGEST_WAIT / MINUTE, "minute")} at most.`,
      );
    }
    await clock.sleep(Math.min(LOOK_EVERY, LONGEST_WAIT - waited));
  }
}

async function isServed(
  service: CreationMeans["service"],
  component: ComponentPath,
  end: CreationEnd,
): Promise<boolean> {
  try {
    await service.component(component, end === "unanswered" ? "short" : undefined);
    return true;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.status === 404 || (end === "unanswered" && isNotThereYet(error))) return false;
    throw error;
  }
}

/** The source alone, whose other languages are sent one by one; undefined where the service could add none of them. */
function withoutMost(files: readonly ArchivedFile[]): readonly ArchivedFile[] | undefined {
  const [source, ...others] = files;
  return source === undefined || others.length === 0 || source.binding.source === undefined ? undefined : [source];
}

/** The message has the service's words, which begin with the field; `file_format` is meant by `file_format_params`, too. */
export function isRefusedFor(field: string, error: unknown): boolean {
  return error instanceof RemoteError && error.status === 400 && new RegExp(`“${field}\\w*: `).test(error.message);
}

async function archiveOf(git: CreationMeans["git"], files: readonly ArchivedFile[]): Promise<Uint8Array> {
  await git.prefetch(files.map(({ file }) => file.blob));
  const members: Record<string, Uint8Array> = {};
  for (const { binding, file } of files) {
    members[archivePath(binding, file.path, file.language ?? "")] = await git.read(file.blob);
  }
  return zipSync(members);
}
