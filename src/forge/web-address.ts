/** A branch, or `owner:branch`, as part of an address: names may have `#`, `?` and `%` in them. */
export function pathOf(branch: string): string {
  return branch
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll("%3A", ":"))
    .join("/");
}
