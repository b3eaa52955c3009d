/** In a comment at the top of a file: it is the file's, and no note of the first entry. */
export const RIGHTS_NOTICE = /copyright|licen[cs]e|\bSPDX\b/i;
