export { createUtf8Stream, type Utf8Stream, utf8Decode } from "./decode.js";
export { loneSurrogate, pushUtf8, utf8Encode } from "./encode.js";
