import { contract } from "../../contract/index.ts";
import { route } from "../http/route.ts";

/** Every collection the service has (facts §5), in the real service's order. */
const collections = [
  "users",
  "groups",
  "roles",
  "projects",
  "components",
  "translations",
  "memory",
  "languages",
  "component-lists",
  "changes",
  "units",
  "suggestions",
  "screenshots",
  "addons",
  "categories",
  "reports",
] as const;

export const rootRoutes = [
  route(contract.root, async ({ origin }) => {
    const address = (collection: (typeof collections)[number]): string => `${origin}/api/${collection}/`;
    return {
      ...Object.fromEntries(collections.map((collection) => [collection, address(collection)])),
      projects: address("projects"),
      components: address("components"),
      translations: address("translations"),
      languages: address("languages"),
    };
  }),
];
