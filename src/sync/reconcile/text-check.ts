import { judgeOf, type Judge, type Judgement } from "../../catalog/hold-back.ts";
import type { Catalogue, Unit } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import type { ChecksPolicy } from "../../mapping/binding.ts";
import type { BrokenText } from "../plan.ts";

/** A text of the service that would break the app; whoever knows the service adds the address. */
export type FoundBroken = Omit<BrokenText, "url">;

/** The file in git and the service's, read, and the source file of a monolingual format. */
export interface ReadSides {
  readonly ours: Catalogue;
  readonly theirs: Catalogue;
  readonly template: Catalogue | undefined;
}

/** Which file is checked, and what becomes of what breaks. */
export interface CheckedFile {
  readonly component: string;
  readonly language: string;
  readonly path: string;
  readonly sourceLanguage: string;
  readonly checks: ChecksPolicy;
}

/** Judges the texts that would come from the service, and remembers those that break the app. */
export class TextCheck {
  readonly #file: CheckedFile;
  readonly #judge: Judge | undefined;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #broken: FoundBroken[] = [];

  constructor(file: CheckedFile, { ours, theirs, template }: ReadSides) {
    const { checks, sourceLanguage, language } = file;
    this.#file = file;
    this.#lines = new Map(ours.units.map(({ key, line }) => [key, line]));
    this.#judge =
      checks === "off" ? undefined : judgeOf({ catalogue: theirs, sourceLanguage, language, ...defined({ template }) });
  }

  get broken(): readonly FoundBroken[] {
    return this.#broken;
  }

  refuses(unit: Unit, current: Unit | undefined): boolean {
    const judgement = this.#judge?.(unit, current);
    if (judgement === undefined) return false;
    this.#broken.push(this.#describe(unit, current, judgement));
    return this.#file.checks === "hold-back";
  }

  #describe(unit: Unit, current: Unit | undefined, { source, findings }: Judgement): FoundBroken {
    const { component, language, path, checks } = this.#file;
    return {
      component,
      language,
      path,
      key: unit.key,
      context: unit.context,
      line: this.#lines.get(current?.key ?? unit.key) ?? 0,
      findings: findings.map(({ check, form, message }) => ({ check, form, message })),
      source,
      repository: current?.target,
      service: unit.target,
      isHeldBack: checks === "hold-back",
    };
  }
}
