import { defined } from "../../core/defined.ts";
import type { Git } from "../../git/git.ts";
import type { AgreementRecord } from "../agreement/agreement.ts";
import type { KnownBase } from "../plan.ts";
import type { ReadBase } from "./reconcile.ts";

export interface BasePorts {
  readonly git: Pick<Git, "read">;
  readonly record?: Pick<AgreementRecord, "served"> | undefined;
}

/** The versions that a base names. */
export async function readBase({ git, record }: BasePorts, component: string, base: KnownBase): Promise<ReadBase> {
  const read = (blobs: readonly string[]): Promise<readonly Uint8Array[]> =>
    Promise.all(blobs.map((blob) => git.read(blob)));
  const readExact = async ({
    blob,
    newer = [],
    beside,
  }: ExactBase): Promise<Extract<ReadBase, { kind: "agreed" }>> => ({
    kind: "agreed",
    content: await git.read(blob),
    newer: await read(newer),
    ...(beside !== undefined && {
      beside: await read(beside.blobs),
      ...(beside.before !== undefined && { before: await git.read(beside.before) }),
    }),
  });
  if (base.kind === "agreed") return { ...(await readExact(base)), ...defined({ isLoose: base.isLoose }) };
  const { apart } = base;
  const onService = apart === undefined ? undefined : await record?.served(component, apart.service);
  if (apart === undefined || onService === undefined) return { kind: "history", contents: await read(base.blobs) };
  return { ...(await readExact(apart)), onService };
}

type ExactBase = Pick<Extract<KnownBase, { kind: "agreed" }>, "blob" | "newer" | "beside">;

/** Blobs that reading the base asks for. */
export function blobsOf(base: KnownBase): readonly string[] {
  if (base.kind === "agreed") return blobsOfExact(base);
  return [...base.blobs, ...(base.apart === undefined ? [] : blobsOfExact(base.apart))];
}

function blobsOfExact({ blob, newer = [], beside }: ExactBase): readonly string[] {
  const { blobs = [], before } = beside ?? {};
  return [blob, ...newer, ...blobs, ...(before === undefined ? [] : [before])];
}
