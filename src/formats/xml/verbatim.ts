/**
 * Stretches of XML in which an entity is read as it is written; for `split`, which returns them at odd places. What is not closed goes
 * to the end: looked for at each beginning anew, a file of beginnings would take the square of its size.
 */
export const VERBATIM = /(<!--[^]*?(?:-->|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<\?[^]*?(?:\?>|$))/;
