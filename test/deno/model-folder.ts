// The folder of the embedded model beside the bundle, in place of the one that the package `@espalier/tiny-fim` gives.
export const modelFolder = decodeURIComponent(new URL("./tiny-fim", import.meta.url).pathname);
