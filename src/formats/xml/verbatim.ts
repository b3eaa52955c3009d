/** Stretches of XML in which an entity is read as it is written; for `split`, which returns them at odd places. */
export const VERBATIM = /(<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>)/;
