import type { Clock } from "../../core/clock.ts";
import { RemoteError } from "../../core/errors.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type { ServiceChange, TranslationService } from "../../service-client/translation-service.ts";

/** Numbers of the service's log (facts §1.1). */
const LOCKED = 14;
const UNLOCKED = 15;

/** A run's lock that is older was left behind: no run takes that long. */
export const LEASE_MINUTES = 60;

/** What the service's log tells of a component's lock. */
export interface LockState {
  /** Login name and name; undefined where the service set the lock by itself, or its log does not say. */
  readonly username?: string;
  readonly name?: string;
  /** ISO 8601. */
  readonly since?: string;
  /** Set by the service because something is wrong with the repository; it goes with that. */
  readonly isAutomatic: boolean;
}

/**
 * Whose lock it is:
 * - `ours`: a run of ours holds it, this one or another.
 * - `left-behind`: a run of ours set it and did not live to take it back.
 * - `automatic`, `theirs`: never ours to take back.
 */
export type LockOwner = "ours" | "left-behind" | "automatic" | "theirs";

/** @param own login name of our token's user; undefined where it is not known: then nothing is ours */
export function ownerOfLock(
  { username, since, isAutomatic }: LockState,
  own: string | undefined,
  now: Date,
): LockOwner {
  if (isAutomatic) return "automatic";
  if (own === undefined || username !== own) return "theirs";
  const age = since === undefined ? Number.NaN : now.getTime() - Date.parse(since);
  return age > LEASE_MINUTES * 60_000 ? "left-behind" : "ours";
}

/** `2026-11-22 02:37 UTC`. */
export function minuteOf(time: string): string {
  const moment = new Date(time).toISOString();
  return `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
}

/** `locked by Dana since 2026-11-22 02:37 UTC`. */
export function lockWords({ name, username, since, isAutomatic }: LockState): string {
  const by = name !== undefined && name !== "" ? name : username;
  const time = since === undefined || Number.isNaN(Date.parse(since)) ? "" : ` since ${minuteOf(since)}`;
  if (isAutomatic) return `locked by the service itself${time}`;
  return `locked${by === undefined ? "" : ` by ${by}`}${time}`;
}

type Reader = Pick<TranslationService, "componentChanges" | "user">;

/** Asks the log of a locked component who locked it; what it does not tell stays open. */
export async function lockOf(service: Reader, path: ComponentPath): Promise<LockState> {
  const change = await newestChange(service, path, [LOCKED, UNLOCKED]);
  if (change?.action !== LOCKED) return { isAutomatic: false };
  const user =
    change.user === null ? undefined : await service.user(change.user).catch((error: unknown) => unlessHidden(error));
  return {
    ...(user !== undefined && { username: user.username, name: user.fullName }),
    since: change.timestamp,
    isAutomatic: change.details["auto"] === true,
  };
}

/** The newest entry of a component's log with one of the actions; undefined where there is none, or it is not shown. */
export async function newestChange(
  service: Pick<TranslationService, "componentChanges">,
  path: ComponentPath,
  actions: readonly number[],
): Promise<ServiceChange | undefined> {
  try {
    for await (const change of service.componentChanges(path, actions)) return change;
  } catch (error) {
    unlessHidden(error);
  }
  return undefined;
}

function unlessHidden(error: unknown): undefined {
  if (error instanceof RemoteError && (error.status === 403 || error.status === 404)) return undefined;
  throw error;
}

export interface LockDependencies {
  readonly service: TranslationService;
  readonly clock: Clock;
}

/**
 * Takes back the locks that runs of ours left behind in these components.
 * @returns those that were unlocked, with what the log said of their lock
 */
export async function sweepLocks(
  { service, clock }: LockDependencies,
  locked: readonly ComponentPath[],
): Promise<readonly { readonly component: string; readonly lock: LockState }[]> {
  if (locked.length === 0) return [];
  const own = await service.ownUsername();
  const looked = await Promise.all(
    locked.map(async (path) => {
      const lock = await lockOf(service, path);
      if (ownerOfLock(lock, own, clock.now()) !== "left-behind") return [];
      await service.setLock(path, false);
      return [{ component: componentName(path), lock }];
    }),
  );
  return looked.flat();
}

/** Locks of ours, given back when the work is done or has failed. */
export interface HeldLocks extends AsyncDisposable {
  /** `acme/website`: what was locked, without what others had locked already. */
  readonly names: readonly string[];
  /** Once; answers what could not be given back. */
  release(): Promise<readonly ReleaseFailure[]>;
}

export interface ReleaseFailure {
  readonly component: string;
  readonly reason: string;
}

/**
 * Locks components; those that are locked already, by whomever, are left alone and stay so afterwards.
 * @param onLocked is told the names before the first of them is locked, so that they can be released if this process dies
 * @throws {RemoteError} where a lock is refused; those taken before are given back
 */
export async function holdLocks(
  service: TranslationService,
  components: readonly ComponentPath[],
  onLocked: (names: readonly string[]) => void | Promise<void> = () => undefined,
): Promise<HeldLocks> {
  const states = await Promise.all(components.map(async (path) => ({ path, locked: await service.isLocked(path) })));
  const free = states.filter(({ locked }) => !locked).map(({ path }) => path);
  const names = free.map(componentName);
  if (names.length > 0) await onLocked(names);
  let released: Promise<readonly ReleaseFailure[]> | undefined;
  const release = (): Promise<readonly ReleaseFailure[]> => (released ??= releaseLocks(service, names));
  const taken = await Promise.allSettled(free.map((path) => service.setLock(path, true)));
  const refused = taken.find((outcome) => outcome.status === "rejected");
  if (refused !== undefined) {
    await release();
    throw refused.reason;
  }
  return {
    names,
    release,
    [Symbol.asyncDispose]: async () => {
      await release();
    },
  };
}

/**
 * Takes locks of ours back: in a run's end, or in the step that a runner runs after a run that was cancelled. A lock that
 * somebody else set since, or nobody, is left alone.
 * @param names `acme/website`, as `onLocked` was told them
 * @returns names that could not be unlocked, with the reason; what is gone, or was unlocked by somebody, is none
 */
export async function releaseLocks(
  service: TranslationService,
  names: readonly string[],
): Promise<readonly ReleaseFailure[]> {
  if (names.length === 0) return [];
  const own = await service.ownUsername().catch(() => undefined);
  const released = await Promise.all(
    names.map(async (component) => {
      try {
        const path = componentPath(component);
        const lock = await lockOf(service, path);
        const isOurs = !lock.isAutomatic && (own === undefined || lock.username === undefined || lock.username === own);
        if (isOurs) await service.setLock(path, false);
        return [];
      } catch (error) {
        if (!(error instanceof RemoteError)) throw error;
        const isFree = error.status === 404 || (await isUnlocked(service, component));
        return isFree ? [] : [{ component, reason: error.message }];
      }
    }),
  );
  return released.flat();
}

/** A refusal matters no more where somebody has unlocked it. */
async function isUnlocked(service: TranslationService, name: string): Promise<boolean> {
  try {
    return !(await service.isLocked(componentPath(name)));
  } catch (error) {
    if (error instanceof RemoteError) return false;
    throw error;
  }
}

export function namesOf(failures: readonly ReleaseFailure[]): readonly string[] {
  return failures.map(({ component }) => component);
}

/** `acme/mobile/android` → its parts. */
export function componentPath(name: string): ComponentPath {
  const parts = name.split("/");
  return { project: parts[0] ?? "", categories: parts.slice(1, -1), component: parts.at(-1) ?? "" };
}
