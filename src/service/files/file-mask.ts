/** A component's `filemask`, such as `locales/*.json`; every `*` stands for the same language code. */
export interface FileMask {
  readonly mask: string;
  /** The code in a path, or undefined where the path does not match. */
  codeIn(path: string): string | undefined;
  pathFor(code: string): string;
}

const special = /[\\^$.|?+()[\]{}]/g;

export function fileMask(mask: string): FileMask {
  const parts = mask.split("*").map((part) => part.replaceAll(special, String.raw`\$&`));
  const [head = "", ...tail] = parts;
  const pattern = new RegExp(
    `^${head}${tail.map((part, index) => (index === 0 ? "([^/]+)" : String.raw`\1`) + part).join("")}$`,
  );
  return {
    mask,
    codeIn: (path) => pattern.exec(path)?.[1],
    pathFor: (code) => mask.replaceAll("*", () => code),
  };
}
