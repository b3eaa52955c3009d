import { LARGEST_INTEGER } from "../../http-api/endpoint.ts";
import { invalid, type Refusal } from "../../http-api/refusal.ts";

export function isStorableId(text: string): boolean {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_INTEGER;
}

/** The id that an address or a form names, in digits alone; 0, which nothing has: what is none. */
export function idIn(text: string | null): number {
  return text !== null && isStorableId(text) ? Number(text) : 0;
}

/** The slug in the address of a project. @throws 400 on `field` */
export function projectSlug(field: string, address: string): string {
  const slug = /(?:^|\/)api\/projects\/([^/]+)\/?$/.exec(address)?.[1];
  if (slug === undefined) throw noAddress(field);
  return slug;
}

/** The id in the address of a category, or the id alone. @throws 400 on `category` */
export function categoryId(address: string): number {
  const id = /\/api\/categories\/(\d+)\/?$/.exec(address)?.[1] ?? /^\d+$/.exec(address)?.[0];
  if (id === undefined) throw noAddress("category");
  if (!isStorableId(id)) throw leadsNowhere("category");
  return Number(id);
}

function noAddress(field: string): Refusal {
  return invalid(field, "Invalid hyperlink - No URL match.", "no_match");
}

/** The address of an object that is not there, or that the caller may not know of. */
export function leadsNowhere(field: string): Refusal {
  return invalid(field, "Invalid hyperlink - Object does not exist.", "does_not_exist");
}
