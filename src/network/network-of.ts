/**
 * Whom an address counts for: itself; of IPv6 its network, since everybody has as many addresses there as they want.
 * @param remote of the socket: what a header says anybody could have written
 */
export function networkOf(remote: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(remote) ?? [];
  if (mapped !== undefined) return mapped;
  if (!remote.includes(":")) return remote;
  const [head = "", tail] = remote.replace(/%.*$/, "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
