// All modules of plain schemas, as one file that a page can download late.

export { numberRanges } from "./numbers.js";
export { formatKeyword, patternKeyword } from "./string-keywords.js";
