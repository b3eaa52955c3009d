/** What stands behind the last dot of a path, in small letters; a path without one is all of it. */
export function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1).toLowerCase();
}
