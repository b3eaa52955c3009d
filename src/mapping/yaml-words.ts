import type { YAMLError } from "yaml";

/** What is wrong with the form of a file, in words of ours. */
export interface YamlWords {
  readonly message: string;
  readonly hint: string;
}

export interface FaultOfText extends YamlWords {
  /** Where in the text. */
  readonly offset: number;
  readonly piece: string;
}

/** What spoils the whole file, and would only make the parser say something else, several times. */
export function faultOfText(text: string): FaultOfText | undefined {
  const found = (pattern: RegExp, words: YamlWords): FaultOfText | undefined => {
    const match = pattern.exec(text);
    return match === null ? undefined : { ...words, offset: match.index, piece: match[0] };
  };
  return (
    found(/\0|\ufffd/, {
      message: "the file is not written in UTF-8",
      hint: "Save it as UTF-8 in your editor.",
    }) ??
    found(/\r(?!\n)/, {
      message: "the lines end with a carriage return alone, as on old Macs, so that YAML sees one line",
      hint: "Save the file with line ends of Unix (LF) or Windows (CRLF).",
    }) ??
    found(/^(?:<{7}|>{7}|={7})(?: .*)?$/m, {
      message: "there is the mark of a merge conflict",
      hint: "Resolve the conflict (`git status` names it), then run this again.",
    }) ??
    found(/^ *\t[ \t]*(?=\S)/m, {
      message: "a tab indents this line",
      hint: "YAML is indented by spaces: put two of them for each level.",
    }) ??
    found(/^ *\u00a0[\u00a0 ]*/m, {
      message: "a no-break space indents this line",
      hint: "YAML is indented by plain spaces: type them anew.",
    }) ??
    deeperLine(text)
  );
}

/** A key below one that has a value already: the parser would speak of the line before. */
function deeperLine(text: string): FaultOfText | undefined {
  let column: number | undefined;
  let offset = 0;
  for (const line of text.split("\n")) {
    const key = /^( *)[\w-]+:(?= |$)/.exec(line);
    const indent = key?.[1]?.length ?? 0;
    if (key !== null && column !== undefined && indent > column) {
      const piece = line.trimEnd().slice(indent);
      const hint = `Start it in column ${String(column + 1)}, like the line before.`;
      return {
        message: "this line is indented deeper than the one before, which has a value",
        hint,
        offset: offset + indent,
        piece,
      };
    }
    // A plain value on the key's own line; blocks, brackets and quotes may go on below it.
    const own = /^( *(?:- +)*)[\w-]+: +[^\s|>&*!{["'#].*$/.exec(line);
    if (!/^\s*(?:#|$)/.test(line)) column = own?.[1]?.length;
    offset += line.length + 1;
  }
  return undefined;
}

/** The parser's finding; undefined where its own words have to do. */
export function yamlWords({ code, message }: Pick<YAMLError, "code" | "message">, line: string): YamlWords | undefined {
  const value = /:\s+(\S.*?)\s*$|^\s*-\s+(\S.*?)\s*$/.exec(line);
  const text = value?.[1] ?? value?.[2] ?? line.trim();
  switch (code) {
    case "BAD_SCALAR_START": {
      return {
        message: `a value that begins with ${text.slice(0, 1)} needs quotes`,
        hint: `Write ${JSON.stringify(text)}.`,
      };
    }
    case "MULTILINE_IMPLICIT_KEY": {
      return { message: "a colon is missing", hint: "Write `key: value`, with a colon and a space after the key." };
    }
    case "BLOCK_AS_IMPLICIT_KEY":
    case "KEY_OVER_1024_CHARS": {
      return {
        message: "a value with a colon and a space in it needs quotes",
        hint: `Write ${JSON.stringify(text)}, or put what follows on a line of its own.`,
      };
    }
    case "MULTIPLE_DOCS": {
      return { message: "there are two documents in the file", hint: "Remove the line `---`, and what follows it." };
    }
    case "BAD_INDENT":
    case "UNEXPECTED_TOKEN":
    case "MISSING_CHAR": {
      return structureWords(message);
    }
    default: {
      return undefined;
    }
  }
}

function structureWords(message: string): YamlWords | undefined {
  if (/end with a? ?[}\]]|closing [}\]]/i.test(message)) {
    return {
      message: "a bracket is opened and not closed",
      hint: "Close it, or put quotes around a value that begins with one.",
    };
  }
  if (/closing .?(?:"|'|quote)|quote/i.test(message)) {
    return { message: "a quote is opened and not closed", hint: "End the value with the same quote." };
  }
  if (/implicit map keys? need|followed by map values|Implicit keys/i.test(message)) {
    return { message: "a colon is missing", hint: "Write `key: value`, with a colon and a space after the key." };
  }
  if (/same column|indent/i.test(message)) {
    return {
      message: "this line is indented otherwise than those it belongs to",
      hint: "Keys of one level begin in the same column.",
    };
  }
  if (/space|separated/i.test(message)) {
    return { message: "a space is missing", hint: "After a colon, a comma and a dash there is a space." };
  }
  return undefined;
}
