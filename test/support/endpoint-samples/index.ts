import { componentSamples } from "./components.ts";
import { peopleSamples } from "./people.ts";
import { projectSamples } from "./projects.ts";
import type { EndpointSamples } from "./sample.ts";
import { siteSamples } from "./site.ts";

/** Every endpoint by its id: how to ask it well, as somebody who may not, and badly. */
export const endpointSamples: EndpointSamples = {
  ...siteSamples,
  ...projectSamples,
  ...componentSamples,
  ...peopleSamples,
};
