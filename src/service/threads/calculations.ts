import { nearestOf } from "../memory/nearest.ts";
import { unpacked } from "../files/unpacked.ts";
import { readStoredKind, readTexts } from "../files/uploaded-file.ts";

/** What can take long for what people send: no effects, and what goes in and comes out can be copied between threads. */
export const calculations = { nearestOf, readStoredKind, readTexts, unpacked };

export type Calculations = typeof calculations;
