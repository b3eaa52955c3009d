export { DEFAULT_MAPPING } from "../mapping/mapping-name.ts";
