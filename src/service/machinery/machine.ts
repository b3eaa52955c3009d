import type { MaskStyle } from "./masks.ts";

/** A service by which a machine translates: everything the rest knows of it. Each service has an adapter. */
export interface Machine {
  /** As people know it: "DeepL". */
  readonly name: string;
  /** How it is kept from touching placeholders. */
  readonly masks: MaskStyle;
  /** @throws {MachineFailure} */
  languages(): Promise<MachineLanguages>;
  /**
   * @param request of languages that `languages` names, at most `MOST_TEXTS` texts
   * @returns a translation for each text, in their order
   * @throws {MachineFailure}
   */
  translate(request: MachineRequest): Promise<readonly string[]>;
  /** What the account has used, where the service tells it. @throws {MachineFailure} */
  readonly usage?: () => Promise<MachineUsage>;
}

/** In the service's own codes. */
export interface MachineLanguages {
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  /** Into which languages one can be translated, where these are not all of `targets`. */
  readonly from: ReadonlyMap<string, readonly string[]>;
}

interface MachineRequest {
  readonly source: string;
  readonly target: string;
  readonly texts: readonly string[];
}

interface MachineUsage {
  readonly characters: number;
  readonly limit: number;
}

/** Texts that go out in one request. DeepL takes 50; how many LibreTranslate takes is for who runs it to say. */
export const MOST_TEXTS = 20;
/** Of the texts of one request, as JSON has them: DeepL takes 128 KiB in all. */
export const MOST_BYTES = 120_000;

/** A machine that does not translate. Its message is one sentence or two for people, and holds no secret. */
export class MachineFailure extends Error {
  override readonly name = "MachineFailure";
}
