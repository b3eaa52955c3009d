/** A shard whose work is not there. */
export interface ShardFailure {
  readonly shard: number;
  readonly components: readonly string[];
  /** A sentence without its end. */
  readonly why: string;
}

/** What the person who looks at the failed job should read. */
export function failureWords({ shard, components, why }: ShardFailure): string {
  const named = components.slice(0, NAMED).join(", ");
  const more = components.length > NAMED ? ` and ${String(components.length - NAMED)} more` : "";
  return `shard ${String(shard)} (${named}${more}) is missing: ${why}`;
}

const NAMED = 5;
