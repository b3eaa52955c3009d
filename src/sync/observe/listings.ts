import { RemoteError } from "../../core/errors.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type { ServiceTranslation, TranslationService } from "../../service-client/translation-service.ts";
import type { Feed } from "../unmoved/standpoint.ts";

type ListingService = Pick<TranslationService, "translations" | "changesSince">;

/**
 * The languages of components as the service lists them, each asked once. What a run settles moves some: its list of changes tells
 * which, so that one saved string costs the second look one question, however many components there are.
 */
export class Listings {
  readonly #service: ListingService;
  readonly #known = new Map<string, Promise<readonly ServiceTranslation[]>>();

  constructor(service: ListingService) {
    this.#service = service;
  }

  of(path: ComponentPath): Promise<readonly ServiceTranslation[]> {
    const name = componentName(path);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const asked = this.#service.translations(path);
    this.#known.set(name, asked);
    asked.catch(() => this.#known.delete(name));
    return asked;
  }

  forget(): void {
    this.#known.clear();
  }

  /**
   * Forgets what moved since; everything, where the list of changes does not tell.
   * @param feeds the newest entries before anything was listed
   */
  async forgetMoved(feeds: readonly Feed[]): Promise<void> {
    const addresses = await this.#addresses();
    const moved = new Set<string>();
    for (const feed of feeds) {
      const names = await this.#movedSince(feed, addresses);
      if (names === undefined) {
        this.forget();
        return;
      }
      for (const name of names) moved.add(name);
    }
    for (const name of moved) this.#known.delete(name);
  }

  /** Names of components; undefined where an entry is about no language that is known here, or one came late. */
  async #movedSince(
    { project, id, count }: Feed,
    addresses: ReadonlyMap<string, string>,
  ): Promise<readonly string[] | undefined> {
    try {
      const news = await this.#service.changesSince(project, id);
      if (news === undefined || news.count !== count + news.entries) return undefined;
      const names = news.translations.map((address) => addresses.get(address ?? ""));
      return names.every((name) => name !== undefined) ? names : undefined;
    } catch (error) {
      if (error instanceof RemoteError) return undefined;
      throw error;
    }
  }

  /** Address of a language → name of its component. */
  async #addresses(): Promise<ReadonlyMap<string, string>> {
    const lists = await Promise.all(
      Array.from(this.#known, async ([name, listed]) =>
        (await listed).map(({ url }): readonly [string, string] => [url, name]),
      ),
    );
    return new Map(lists.flat());
  }
}
