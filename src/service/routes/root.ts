import { contract } from "../../contract/index.ts";
import { route } from "../route.ts";

const collections = [
  "users",
  "projects",
  "components",
  "translations",
  "languages",
  "changes",
  "units",
  "categories",
] as const;

export const rootRoutes = [
  route(contract.root, async ({ origin }) => {
    const address = (collection: string): string => `${origin}/api/${collection}/`;
    return {
      ...Object.fromEntries(collections.map((collection) => [collection, address(collection)])),
      projects: address("projects"),
      components: address("components"),
      translations: address("translations"),
      languages: address("languages"),
    };
  }),
];
