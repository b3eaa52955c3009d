import { RemoteError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import { componentName, type ComponentPath } from "../../mapping/binding.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationService,
} from "../../service-client/translation-service.ts";
import { inColumns, type KeptListing } from "../unmoved/kept-listing.ts";
import { moversAmong } from "../unmoved/moved-components.ts";
import { newsSince } from "../unmoved/news.ts";
import type { Feed } from "../unmoved/standpoint.ts";

type ListingService = Pick<
  TranslationService,
  "translations" | "allTranslations" | "translation" | "recentChanges" | "component" | "components"
>;

/** What may be another one by now than what an earlier run listed. */
export interface Stale {
  /** Names of components. */
  readonly components: ReadonlySet<string>;
  /** Address of a language → name of its component. */
  readonly translations: ReadonlyMap<string, string>;
}

const NOTHING: Stale = { components: new Set(), translations: new Map() };
/** More languages of one component are quicker listed than asked for. */
const FEW_LANGUAGES = 2;
/** Fewer components are listed one by one: together they cost two requests, and their descriptions none. */
const MANY_COMPONENTS = 3;
/** More languages in all are listed by component: others may have thousands on the same service. */
const MOST_LANGUAGES = 2_000;
/** Real services take ten milliseconds and more for each language: no more may be somebody else's than are ours. */
const MOST_TO_OURS = 2;
/** Languages of a component whose translations git has not got yet. */
const MOST_LANGUAGES_EACH = 64;

/**
 * The languages of components as the service lists them, each asked once, or not at all where an earlier run listed them. What a run
 * settles moves some: its list of changes tells which, so that one saved string costs one question, however many components there are.
 */
export class Listings {
  readonly #service: ListingService;
  readonly #known = new Map<string, Promise<readonly ServiceTranslation[]>>();
  readonly #components = new Map<string, ServiceComponent>();
  readonly #projects = new Map<string, Promise<readonly ServiceComponent[]>>();
  #stale: Stale = NOTHING;
  /** Many that are listed at once, while they are. */
  #underWay: Promise<void> | undefined;

  constructor(service: ListingService) {
    this.#service = service;
  }

  /** Takes what an earlier run listed. */
  take(kept: ReadonlyMap<string, KeptListing>, stale: Stale): void {
    this.#stale = stale;
    for (const [name, { translations, component }] of kept) {
      this.#known.set(name, Promise.resolve(translations));
      if (component !== undefined) this.#components.set(name, component);
    }
  }

  /**
   * Begins to list many small components at once, where nothing is known of them; who asks for one waits for it.
   * @param translations of them, as far as git has them
   */
  beginAll(paths: readonly ComponentPath[], translations: number): void {
    this.#underWay = this.#listAll(paths, translations);
    this.#underWay.catch(() => undefined);
  }

  async #listAll(paths: readonly ComponentPath[], translations: number): Promise<void> {
    const open = paths.filter((path) => !this.#known.has(componentName(path)));
    const ours = paths.length + translations;
    if (open.length < MANY_COMPONENTS || open.length * 2 < paths.length || ours > MOST_LANGUAGES) return;
    const likely = translations === 0 ? paths.length * MOST_LANGUAGES_EACH : ours * MOST_TO_OURS;
    const most = Math.min(MOST_LANGUAGES, likely);
    const all = await this.#service.allTranslations(most).catch((error: unknown) => {
      if (error instanceof RemoteError) return undefined;
      throw error;
    });
    const described = (all ?? []).flatMap(({ translation, component }) =>
      component === undefined ? [] : [{ name: componentName(component.path), translation, component }],
    );
    const byName = Map.groupBy(described, ({ name }) => name);
    for (const path of open) {
      const name = componentName(path);
      const found = byName.get(name);
      if (found === undefined) continue;
      this.#known.set(name, Promise.resolve(inColumns(found.map(({ translation }) => translation))));
      this.#learn(found.slice(0, 1).map(({ component }) => component));
    }
    const components = Array.from(byName.values(), ([first]) => first?.component).filter((each) => each !== undefined);
    for (const project of new Set(paths.map((path) => path.project))) {
      const inside = components.filter(({ path }) => path.project === project);
      if (inside.length > 0) this.#projects.set(project, Promise.resolve(inside));
    }
  }

  async of(path: ComponentPath): Promise<readonly ServiceTranslation[]> {
    await this.#underWay;
    const name = componentName(path);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const asked = this.#service.translations(path).then(inColumns);
    this.#known.set(name, asked);
    asked.catch(() => this.#known.delete(name));
    return asked;
  }

  /** What components are, as far as reading their files asks: of those that an earlier run described too. */
  async described(paths: readonly ComponentPath[]): Promise<readonly ServiceComponent[]> {
    const open = paths.filter((path) => !this.#components.has(componentName(path)));
    for (const [project, [first, ...others]] of Map.groupBy(open, (path) => path.project)) {
      if (first === undefined) continue;
      const isList = others.length > 0 || this.#projects.has(project);
      this.#learn(isList ? await this.inProject(project) : [await this.#service.component(first)]);
    }
    return paths.flatMap((path) => this.#components.get(componentName(path)) ?? []);
  }

  /** All components of a project, asked once. */
  async inProject(project: string): Promise<readonly ServiceComponent[]> {
    await this.#underWay;
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const asked = this.#service.components(project);
    this.#projects.set(project, asked);
    asked.catch(() => this.#projects.delete(project));
    this.#learn(await asked);
    return asked;
  }

  /** What a later run begins with. */
  async kept(): Promise<ReadonlyMap<string, KeptListing>> {
    const all = Array.from(this.#known, async ([name, listed]): Promise<readonly [string, KeptListing]> => [
      name,
      { translations: await listed, component: this.#components.get(name) },
    ]);
    return new Map(await Promise.all(all));
  }

  forget(): void {
    this.#known.clear();
    this.#stale = NOTHING;
  }

  /** Whether anything may be another one by now. */
  get isStale(): boolean {
    return this.#stale.components.size + this.#stale.translations.size > 0;
  }

  /** Looks at what may be another one by now. */
  async refresh(): Promise<void> {
    const { components, translations } = this.#stale;
    this.#stale = NOTHING;
    for (const name of components) this.#known.delete(name);
    const byComponent = Map.groupBy(translations, ([, name]) => name);
    await Promise.all(
      Array.from(byComponent, async ([name, pairs]) => {
        const listed = await this.#known.get(name);
        if (listed === undefined) return;
        const addresses = new Set(pairs.map(([url]) => url));
        const fresh = addresses.size > FEW_LANGUAGES ? undefined : await this.#asked(name, listed, addresses);
        if (fresh === undefined) this.#known.delete(name);
        else this.#known.set(name, Promise.resolve(inColumns(fresh)));
      }),
    );
  }

  /** Undefined where one of them cannot be had: then the whole list tells why. */
  async #asked(
    name: string,
    listed: readonly ServiceTranslation[],
    addresses: ReadonlySet<string>,
  ): Promise<readonly ServiceTranslation[] | undefined> {
    const [project = ""] = name.split("/");
    try {
      return await Promise.all(
        listed.map(async (each) => {
          if (!addresses.has(each.url)) return each;
          const { translation, component } = await this.#service.translation(each, project);
          if (component !== undefined) this.#components.set(name, component);
          return translation;
        }),
      );
    } catch (error) {
      if (error instanceof RemoteError) return undefined;
      throw error;
    }
  }

  /**
   * Forgets what moved since; everything, where the list of changes does not tell.
   * @param feeds the newest entries before anything was listed
   */
  async forgetMoved(feeds: readonly Feed[]): Promise<void> {
    const listed = { addresses: once(() => this.addresses()), inProject: this.inProject.bind(this) };
    const moved = new Set<string>();
    for (const feed of feeds) {
      const news = await newsSince(this.#service, feed);
      const movers = news && (await moversAmong(news, feed.project, listed));
      if (movers === undefined) {
        this.forget();
        return;
      }
      for (const { name } of movers) moved.add(name);
    }
    for (const name of moved) this.#known.delete(name);
  }

  /** Address of a language → name of its component. */
  async addresses(): Promise<ReadonlyMap<string, string>> {
    const lists = await Promise.all(
      Array.from(this.#known, async ([name, listed]) =>
        (await listed).map(({ url }): readonly [string, string] => [url, name]),
      ),
    );
    return new Map(lists.flat());
  }

  #learn(components: readonly ServiceComponent[]): void {
    for (const component of components) this.#components.set(componentName(component.path), component);
  }
}
