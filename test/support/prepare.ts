/** Fetches what the scenarios want from outside, all at once and before they start; says what is there. */
import { djangoLocales, primeLocales } from "./corpora.ts";
import { actProgram, wlcModules } from "./tools.ts";

const wanted = {
  "Django's translations": djangoLocales,
  primelocale: primeLocales,
  wlc: wlcModules,
  act: actProgram,
};

await Promise.all(
  Object.entries(wanted).map(async ([name, fetch]) => {
    const { missing } = await fetch();
    console.log(missing === undefined ? name : `no ${name} (${missing})`);
  }),
);
