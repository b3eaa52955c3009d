/**
 * What is removed while somebody is at work with it gives up its name and its address at once, for whoever wants them: until it is gone it
 * has others, which nobody can choose as an address.
 */
export function withMark(id: number, name: string): string {
  return `~${String(id)}/${name}`;
}

/** The name or the address that it gave up. */
export function withoutMark(name: string): string {
  return name.replace(/^~\d+\//, "");
}
