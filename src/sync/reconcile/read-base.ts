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
  if (base.kind === "agreed") {
    const newer = await read(base.newer ?? []);
    return { kind: "agreed", content: await git.read(base.blob), newer, ...defined({ isLoose: base.isLoose }) };
  }
  const { apart } = base;
  const onService = apart === undefined ? undefined : await record?.served(component, apart.service);
  if (apart === undefined || onService === undefined) return { kind: "history", contents: await read(base.blobs) };
  return { kind: "agreed", content: await git.read(apart.blob), newer: await read(apart.newer ?? []), onService };
}

/** Blobs that reading the base asks for. */
export function blobsOf(base: KnownBase): readonly string[] {
  if (base.kind === "agreed") return [base.blob, ...(base.newer ?? [])];
  const { apart } = base;
  return [...base.blobs, ...(apart === undefined ? [] : [apart.blob, ...(apart.newer ?? [])])];
}
