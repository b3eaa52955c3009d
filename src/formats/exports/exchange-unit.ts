/** What a file that translators send back says about one string. */
export interface ExchangeUnit {
  /** Key of a monolingual string, msgctxt of a bilingual one; undefined where the file does not say. */
  readonly context?: string;
  /** An identifier that some programs make from the context and others make up. */
  readonly id?: string;
  /** Empty where the file has no sources; formats without plurals have the first form alone. */
  readonly source: readonly string[];
  /** Formats without plurals have the first form alone; the others are not to be emptied. */
  readonly target: readonly string[];
  /** The file marks the translation as one that has to be looked at again. */
  readonly fuzzy: boolean;
}
