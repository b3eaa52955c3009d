/** Where people sign in and out. */
export const SIGN_IN = "/accounts/login/";
export const SIGN_OUT = "/accounts/logout/";
/** Somebody's own account. */
export const PROFILE = "/accounts/profile/";
/** What others did that somebody waits for, and the feed of it. */
export const FOR_YOU = "/accounts/news/";
export const FOR_YOU_FEED = "/accounts/news/feed/";
/** Where an address leads that signs somebody in once. */
export const SIGN_IN_LINK = "/accounts/link/";
/** Where an address leads that ends mail. */
export const UNSUBSCRIBE = "/accounts/unsubscribe/";

/** Where the files are that pages load. */
export const ASSETS = "/assets/";

/** Whether a path is that of a file that pages load, should there be such a file. */
export function isPageFile({ path }: { readonly path: string }): boolean {
  return path.startsWith(ASSETS);
}

/** Whether an address is a page for people, should there be what it names. */
export function isSitePage({ pathname }: Pick<URL, "pathname">): boolean {
  return /^\/(?:(?:engage|languages|manage|projects|translate|user|accounts)\/.+\/)?$/.test(pathname);
}

/** Whether an address is for programs, who are told in their own words that there is nothing. */
export function isForPrograms({ pathname }: Pick<URL, "pathname">): boolean {
  return /^\/(?:api|exports|hooks)(?:\/|$)/.test(pathname);
}
