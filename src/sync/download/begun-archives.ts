import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";

type ArchiveService = Pick<TranslationService, "downloadProject">;

/** An archive that is on its way, and who says what of it is wanted. */
interface Begun {
  readonly contents: ReturnType<ArchiveService["downloadProject"]>;
  readonly want: (translations: readonly ServiceTranslation[]) => void;
}

/** Archives of projects that are asked for before it is known which files they are to bring: the service packs while we read its lists. */
export class BegunArchives {
  readonly #service: ArchiveService;
  readonly #begun = new Map<string, Begun>();

  constructor(service: ArchiveService) {
    this.#service = service;
  }

  begin(project: string): void {
    const { promise, resolve } = Promise.withResolvers<readonly ServiceTranslation[]>();
    const contents = this.#service.downloadProject(project, promise);
    // Whoever wants it hears of it.
    contents.catch(() => undefined);
    this.#begun.set(project, { contents, want: resolve });
  }

  /** Each once: what is asked for again may be newer. */
  async of(project: string, translations: readonly ServiceTranslation[]): Promise<readonly Uint8Array[]> {
    const begun = this.#begun.get(project);
    if (begun === undefined) return this.#service.downloadProject(project, translations);
    this.#begun.delete(project);
    begun.want(translations);
    return begun.contents;
  }
}
