/** Characters 0x80 to 0xFF of NEXTSTEP's encoding, which octal escapes are in. */
const NEXTSTEP =
  "\u00A0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ" +
  "—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\uFFFD\uFFFD";

const controls: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const ESCAPE = /\\(?:[Uu]([\dA-Fa-f]{1,4})|([0-7]{1,3})|\r\n|([^]))|\r\n/g;

/** What a text between its quotes says. A line end in it is "\n", however the file ends its lines. */
export function unescape(raw: string): string {
  if (!raw.includes("\\") && !raw.includes("\r")) return raw;
  return raw.replaceAll(ESCAPE, (_, code?: string, octal?: string, character?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (octal !== undefined) return fromNextstep(Number.parseInt(octal, 8) % 0x100);
    return character === undefined ? "\n" : (controls[character] ?? character);
  });
}

function fromNextstep(byte: number): string {
  return NEXTSTEP[byte - 0x80] ?? String.fromCharCode(byte);
}

/** How a file writes what may be written in two ways. */
export interface EscapeStyle {
  /** Characters beyond ASCII as `\U00e9`. */
  readonly isAscii: boolean;
  readonly isUpperCase: boolean;
  /** The separators U+2028 and U+2029 as `\\U2028`: Xcode writes them as they are. */
  readonly escapesSeparators: boolean;
  readonly lineEnd: string;
  /** Line ends stand in texts as they are. */
  readonly hasRawLineEnds: boolean;
}

const written: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Backslash, control characters, separators of lines, marks, halves of a pair, and what is not ASCII. */
const QUESTIONABLE = /[\0-\u001F\\]|[^\u0020-\u007E]/gu;
const SEPARATOR = /[\u2028\u2029]/;
/** Written as an escape in every file, but for separators. */
export const UNSAFE = /[\0-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|\p{Surrogate}/u;

/** A text in quotes. */
export function quote(text: string, sign: string, style: EscapeStyle): string {
  const escaped = text.replaceAll(QUESTIONABLE, (character) => {
    if (character === "\n" && style.hasRawLineEnds) return style.lineEnd;
    const simple = written[character];
    if (simple !== undefined) return simple;
    const isUnsafe = SEPARATOR.test(character) ? style.escapesSeparators : UNSAFE.test(character);
    return style.isAscii || isUnsafe ? escapeUnits(character, style.isUpperCase) : character;
  });
  return sign + escaped.replaceAll(sign, `\\${sign}`) + sign;
}

function escapeUnits(character: string, isUpperCase: boolean): string {
  return character
    .split("")
    .map((unit) => {
      const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\U${isUpperCase ? digits.toUpperCase() : digits}`;
    })
    .join("");
}
