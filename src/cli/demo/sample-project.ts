/** The repository that the demonstration works on: a shop with a website (nested JSON) and a library (gettext). */

export const PROJECT = "shop";

export const mappingText = (service: string): string => `version: 1
service: ${service} # the only address that the token is ever sent to
project: ${PROJECT}

components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
  - component: library
    source: po/shop.pot
    translations: po/{language}.po

pull-request:
  branch: interlinear/{base}
  labels: [translations]
  credit-translators: noreply
`;

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

const english = {
  nav: { home: "Home", products: "Products", about: "About us" },
  cart: {
    title: "Your cart",
    empty: "Your cart is empty.",
    items: "{count} items",
    checkout: "Check out",
  },
  account: { greeting: "Hello, {name}!", signOut: "Sign out" },
};

const websiteFiles: Readonly<Record<string, string>> = {
  "locales/en.json": json(english),
  "locales/cs.json": json({
    nav: { home: "Domů", products: "Produkty", about: "O nás" },
    cart: { title: "Košík", empty: "Košík je prázdný.", checkout: "K pokladně" },
    account: { greeting: "Dobrý den, {name}!", signOut: "Odhlásit se" },
  }),
  "locales/de.json": json({
    nav: { home: "Start", products: "Produkte", about: "Über uns" },
    cart: { title: "Ihr Warenkorb", empty: "Ihr Warenkorb ist leer.", items: "{count} Artikel", checkout: "Zur Kasse" },
    account: { greeting: "Hallo, {name}!", signOut: "Abmelden" },
  }),
  "locales/fr.json": json({
    nav: { home: "Accueil", products: "Produits" },
    cart: { title: "Votre panier", checkout: "Commander" },
  }),
  "locales/ja.json": json({
    nav: { home: "ホーム", products: "商品", about: "会社概要" },
    cart: { title: "カート", empty: "カートは空です。", items: "{count}点", checkout: "購入手続きへ" },
    account: { greeting: "こんにちは、{name}さん", signOut: "ログアウト" },
  }),
};

interface Entry {
  readonly at: string;
  readonly flags?: string;
  readonly msgid: string;
  readonly plural?: string;
}

const entries: readonly Entry[] = [
  { at: "src/checkout.c:41", msgid: "The payment was refused." },
  { at: "src/checkout.c:58", msgid: "Thank you for your order." },
  { at: "src/stock.c:12", flags: "c-format", msgid: "%d article left", plural: "%d articles left" },
];

const addedEntry: Entry = { at: "src/checkout.c:77", msgid: "Your order is on its way." };

interface Gettext {
  readonly language: string;
  readonly plurals: string;
  /** msgid → one text per plural form. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

function gettextFile({ language, plurals, texts }: Gettext, all: readonly Entry[]): string {
  const header = [
    'msgid ""',
    'msgstr ""',
    '"Project-Id-Version: shop 2.0\\n"',
    ...(language === "" ? [] : [`"Language: ${language}\\n"`]),
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    ...(plurals === "" ? [] : [`"Plural-Forms: ${plurals}\\n"`]),
  ];
  const units = all.map(({ at, flags, msgid, plural }) => {
    const forms = texts[msgid] ?? [];
    const count = plural === undefined ? 1 : Number(/nplurals=(\d)/.exec(plurals)?.[1] ?? 2);
    const targets = Array.from({ length: count }, (_, form) => {
      const name = plural === undefined ? "msgstr" : `msgstr[${String(form)}]`;
      return `${name} ${JSON.stringify(forms[form] ?? "")}`;
    });
    return [
      `#: ${at}`,
      ...(flags === undefined ? [] : [`#, ${flags}`]),
      `msgid ${JSON.stringify(msgid)}`,
      ...(plural === undefined ? [] : [`msgid_plural ${JSON.stringify(plural)}`]),
      ...targets,
    ].join("\n");
  });
  return `${[header.join("\n"), ...units].join("\n\n")}\n`;
}

const gettextLanguages: readonly Gettext[] = [
  { language: "", plurals: "", texts: {} },
  {
    language: "cs",
    plurals: "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
    texts: { "The payment was refused.": ["Platba byla odmítnuta."] },
  },
  {
    language: "de",
    plurals: "nplurals=2; plural=n != 1;",
    texts: {
      "The payment was refused.": ["Die Zahlung wurde abgelehnt."],
      "Thank you for your order.": ["Danke für Ihre Bestellung."],
      "%d article left": ["%d Artikel übrig", "%d Artikel übrig"],
    },
  },
  {
    language: "fr",
    plurals: "nplurals=2; plural=n > 1;",
    texts: { "The payment was refused.": ["Le paiement a été refusé."] },
  },
];

function libraryFiles(all: readonly Entry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    gettextLanguages.map((gettext) => [
      gettext.language === "" ? "po/shop.pot" : `po/${gettext.language}.po`,
      gettextFile(gettext, all),
    ]),
  );
}

/** The repository as it is when the demonstration begins. */
export const sampleFiles: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nA sample project: a website and a library, each with its translations.\n",
  ...websiteFiles,
  ...libraryFiles(entries),
};

/** What a developer commits: a new button, another wording, a new message (merged into the languages, as msgmerge does). */
export const changedSources: Readonly<Record<string, string>> = {
  "locales/en.json": json({
    ...english,
    cart: { ...english.cart, items: "{count} items in your cart", coupon: "Redeem a coupon" },
  }),
  ...libraryFiles([...entries, addedEntry]),
};

/** What a translator saves on the service, one string each. */
export interface TranslatorsWork {
  readonly component: "website" | "library";
  readonly language: string;
  /** Key of a JSON string, source of a gettext one. */
  readonly string: string;
  readonly target: readonly string[];
}

export interface SampleTranslator {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly work: readonly TranslatorsWork[];
}

export const translators: readonly SampleTranslator[] = [
  {
    username: "jana",
    fullName: "Jana Nováková",
    email: "jana@example.org",
    work: [
      { component: "website", language: "cs", string: "cart.coupon", target: ["Uplatnit kupón"] },
      { component: "website", language: "cs", string: "cart.items", target: ["{count} položek v košíku"] },
      {
        component: "library",
        language: "cs",
        string: "%d article left",
        target: ["Zbývá %d kus", "Zbývají %d kusy", "Zbývá %d kusů"],
      },
      { component: "library", language: "cs", string: addedEntry.msgid, target: ["Vaše objednávka je na cestě."] },
    ],
  },
  {
    username: "max",
    fullName: "Max Muster",
    email: "max@example.org",
    work: [
      { component: "website", language: "de", string: "cart.coupon", target: ["Gutschein einlösen"] },
      { component: "website", language: "de", string: "cart.items", target: ["{count} Artikel im Warenkorb"] },
      { component: "library", language: "de", string: addedEntry.msgid, target: ["Ihre Bestellung ist unterwegs."] },
    ],
  },
  {
    username: "yuki",
    fullName: "佐藤 ゆき",
    email: "yuki@example.org",
    work: [{ component: "website", language: "ja", string: "cart.coupon", target: ["クーポンを使う"] }],
  },
];
