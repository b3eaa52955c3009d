/**
 * What the pictures of the reports show: a shop's pull request, and the night after it was merged. Everything is real (the
 * action's own runs, the embedded service, git) but the forge, whose stand-in keeps what it is told.
 */
import { embeddedSite } from "../test/support/embedded-site.ts";
import { pullRequestChanged, pushed, scheduled } from "../test/support/events.ts";
import { ourComments, proposeChange } from "../test/support/proposed-change.ts";
import { saveTranslation } from "../test/support/service-api.ts";
import { createWorld, type World } from "../test/support/world.ts";

export interface Reports {
  /** Markdown, as it was given to the forge or the runner. */
  readonly reviewComment: string;
  readonly reviewSummary: string;
  readonly runSummary: string;
  readonly pullRequest: { readonly title: string; readonly body: string };
}

type Texts = Readonly<Record<string, string>>;

const english: Texts = {
  "nav.home": "Home",
  "nav.products": "Products",
  "nav.about": "About us",
  "cart.title": "Your cart",
  "cart.empty": "Your cart is empty.",
  "cart.items": "{count} items",
  "cart.checkout": "Check out",
  "account.greeting": "Hello, {name}!",
  "account.orders": "Your orders",
  "account.signOut": "Sign out",
};

/** Language → the texts of the keys above, in their order; a language may stop early. */
const translations: Readonly<Record<string, string>> = {
  cs: "Domů|Produkty|O nás|Váš košík|Košík je prázdný.|{count} položek|K pokladně|Dobrý den, {name}!|Vaše objednávky|Odhlásit se",
  de: "Start|Produkte|Über uns|Ihr Warenkorb|Ihr Warenkorb ist leer.|{count} Artikel|Zur Kasse|Hallo, {name}!|Ihre Bestellungen|Abmelden",
  fr: "Accueil|Produits|À propos|Votre panier|Votre panier est vide.|{count} articles|Commander|Bonjour {name} !",
  ja: "ホーム|商品|会社概要|カート|カートは空です。|{count}点|購入手続きへ|こんにちは、{name}さん|注文履歴|ログアウト",
  pt_BR: "Início|Produtos|Sobre nós|Seu carrinho|Seu carrinho está vazio.|{count} itens",
  sv: "Hem|Produkter|Om oss",
};

function localeFile(texts: Texts): string {
  const groups = Map.groupBy(Object.entries(texts), ([key]) => key.split(".")[0] ?? "");
  const nested = [...groups].map(([group, entries]) => [
    group,
    Object.fromEntries(entries.map(([key, text]) => [key.slice(group.length + 1), text])),
  ]);
  return `${JSON.stringify(Object.fromEntries(nested), undefined, 4)}\n`;
}

function translated(language: string, changes: Texts = {}): string {
  const keys = Object.keys(english);
  const texts = (translations[language] ?? "").split("|").map((text, index) => [keys[index] ?? "", text]);
  return localeFile({ ...Object.fromEntries(texts), ...changes });
}

const files: Texts = {
  "locales/en.json": localeFile(english),
  ...Object.fromEntries(
    Object.keys(translations).map((language) => [`locales/${language}.json`, translated(language)]),
  ),
  "src/cart.tsx": 'export const Cart = () => <h1>{t("cart.title")}</h1>;\n',
};

function changedEnglish(): Texts {
  const { "nav.products": catalogue = "", ...rest } = english;
  return {
    "nav.home": "Home",
    "nav.catalogue": catalogue,
    ...rest,
    "cart.items": "{count} items in your cart",
    "cart.coupon": "Redeem a coupon",
    "cart.gift": "Wrap it as a gift, with a card",
  };
}

/** A wording, a new name, two new strings; and two slips: a placeholder that is lost, a key that is mistyped. */
function proposed(): Texts {
  return {
    "locales/en.json": localeFile(changedEnglish()),
    "locales/de.json": translated("de", { "cart.items": "Artikel im Warenkorb" }),
    "src/cart.tsx": [
      "export const Cart = () => (",
      "  <>",
      '    <h1>{t("cart.title")}</h1>',
      '    <button>{t("cart.cuopon")}</button>',
      "  </>",
      ");",
      "",
    ].join("\n"),
  };
}

/** What is merged in the end: without the slips, and with another word in German. */
function merged(): Texts {
  return {
    "locales/en.json": localeFile(changedEnglish()),
    "locales/de.json": translated("de", { "cart.title": "Warenkorb" }),
  };
}

interface Work {
  readonly language: string;
  readonly username: string;
  readonly name: string;
  readonly texts: Texts;
}

/** German's title is changed on the service while it is changed here. */
const early: Work = {
  language: "de",
  username: "max.muster",
  name: "Max Muster",
  texts: { "cart.title": "Dein Warenkorb" },
};

/** The rest, once the new strings are there; French loses a placeholder. */
const late: readonly Work[] = [
  {
    language: "cs",
    username: "jana.novakova",
    name: "Jana Nováková",
    texts: {
      "cart.coupon": "Uplatnit kupón",
      "cart.gift": "Zabalit jako dárek",
      "cart.items": "{count} kusů v košíku",
    },
  },
  { ...early, texts: { "cart.coupon": "Gutschein einlösen", "cart.gift": "Als Geschenk" } },
  {
    language: "fr",
    username: "amelie.laurent",
    name: "Amélie Laurent",
    texts: {
      "cart.items": "articles dans votre panier",
      "cart.coupon": "Utiliser un bon",
      "account.orders": "Vos commandes",
      "account.signOut": "Se déconnecter",
    },
  },
  {
    language: "ja",
    username: "yuki.sato",
    name: "佐藤 ゆき",
    texts: { "cart.items": "カートに{count}点", "cart.coupon": "クーポンを使う", "cart.gift": "ギフト包装" },
  },
  {
    language: "pt_BR",
    username: "ana.souza",
    name: "Ana Souza",
    texts: { "cart.checkout": "Finalizar compra", "account.signOut": "Sair" },
  },
];

type EmbeddedSite = Awaited<ReturnType<typeof embeddedSite>>;

/** @returns what people see of a review and of a night's run, with addresses as they would be outside of this machine */
export async function makeReports(): Promise<Reports> {
  await using site = await embeddedSite();
  const permissions = { contents: "write", "pull-requests": "write", checks: "write", issues: "write" } as const;
  await using world = await createWorld(site, {
    files,
    github: { settings: { permissions, actionsMayOpenPullRequests: true } },
  });
  const named = (text: string): string =>
    text
      .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, "https://translate.example.org")
      .replaceAll(/127\.0\.0\.1(?::\d+)?/g, "translate.example.org");
  const review = await reviewed(world);
  const run = await broughtHome(world, site);
  return {
    reviewComment: named(review.comment),
    reviewSummary: named(review.summary),
    runSummary: named(run.summary),
    pullRequest: { title: run.title, body: named(run.body) },
  };
}

async function reviewed(world: World): Promise<{ readonly comment: string; readonly summary: string }> {
  const { head, number } = await proposeChange(world, proposed());
  const result = await world.run(
    await pullRequestChanged(world.repository, world.github.repository, head, { number }),
    { inputs: { token: "" } },
  );
  const [comment] = ourComments(world, number);
  if (comment === undefined) throw new Error(`The review posted no comment:\n${result.log}`);
  return { comment, summary: result.summary };
}

async function broughtHome(
  world: World,
  site: EmbeddedSite,
): Promise<{ readonly summary: string; readonly title: string; readonly body: string }> {
  const translate = await translators(world, site);
  await world.repository.write(merged());
  await world.repository.publish("Redeem coupons");
  await translate(early);
  const sent = await world.run(await pushed(world.repository, world.github.repository));
  if (sent.exitCode !== 0) throw new Error(`The strings were not sent:\n${sent.log}`);
  for (const work of late) await translate(work);
  await world.repository.write({
    "locales/en.json": localeFile({ ...changedEnglish(), "account.invoices": "Invoices" }),
  });
  await world.repository.publish("List invoices");
  const result = await world.run(await scheduled(world.repository));
  const pull = (await world.github.pullRequests()).find(({ head }) => head.ref.startsWith("interlinear/"));
  if (pull === undefined) throw new Error(`The run opened no pull request:\n${result.log}`);
  return { summary: result.summary, title: pull.title, body: pull.body ?? "" };
}

/** Everybody signs up once; each saves their texts with a token of their own. */
async function translators({ web }: World, { service, project }: EmbeddedSite): Promise<(work: Work) => Promise<void>> {
  const tokens = new Map<string, string>();
  for (const { username, name } of late) {
    const { token } = await service.administration.createTranslator(project, { username, fullName: name });
    tokens.set(username, token);
  }
  return async ({ username, language, texts }) => {
    for (const [unit, text] of Object.entries(texts)) {
      await saveTranslation(service, tokens.get(username) ?? "", { component: web, language, unit }, [text]);
    }
  };
}
