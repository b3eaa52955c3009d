import { baseStyle } from "./base-style.ts";
import { chartStyle } from "./chart-style.ts";
import { contentStyle } from "./content-style.ts";
import { frameStyle } from "./frame-style.ts";

/** The one stylesheet of all pages: system fonts, light and dark, from 320 pixels on. */
export const style = [baseStyle, frameStyle, contentStyle, chartStyle].join("");
