export type { ByteRanges, Regex } from "./regex.js";
