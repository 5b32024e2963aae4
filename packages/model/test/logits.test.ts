import { checkLogits, float16ToFloat32, logitsOf, ModelError } from "@espalier/model";
import { expect, test } from "vitest";

/** Half precision by the definition of the format (IEEE 754-2019, §3.4), one value at a time. */
function half(bits: number): number {
  const sign = bits >> 15 === 1 ? "-" : "";
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? Number(`${sign}Infinity`) : Number.NaN;
  const magnitude = exponent === 0 ? fraction / 16777216 : ((1024 + fraction) * 2 ** exponent) / 33554432;
  return sign === "-" ? -magnitude : magnitude;
}

test("every half-precision pattern becomes the number it denotes", () => {
  const all = Uint16Array.from({ length: 0x10000 }, (_, bits) => bits);
  const values = float16ToFloat32(all);
  for (const bits of all)
    if (!Object.is(values[bits], half(bits))) expect([bits, values[bits]]).toEqual([bits, half(bits)]);
});

test("logits may be finite or minus infinity, and nothing else", () => {
  checkLogits(Float32Array.of(0, -1e30, Number.NEGATIVE_INFINITY));
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => checkLogits(Float32Array.of(0, bad))).toThrow(expect.objectContaining({ code: "logits-invalid" }));
  }
});

test("logits in memory are read as they are", async () => {
  const logits = logitsOf(Float32Array.of(1, 2));
  expect(logits.size).toBe(2);
  expect(Array.from(await logits.read())).toEqual([1, 2]);
});

test("an error says what, where and what to do", () => {
  const cause = new Error("ENOENT");
  const error = new ModelError("file-missing", "There is no model.", {
    path: "onnx/model.onnx",
    hint: "Export it.",
    cause,
  });
  expect(error.message).toBe("There is no model. (onnx/model.onnx) Export it.");
  expect([error.name, error.code, error.path, error.hint, error.cause]).toEqual([
    "ModelError",
    "file-missing",
    "onnx/model.onnx",
    "Export it.",
    cause,
  ]);
  const folder = new ModelError("file-missing", 'There is no folder "x".', { path: ".", hint: "Give another." });
  expect([folder.message, folder.path]).toEqual(['There is no folder "x". Give another.', "."]);
  expect("cause" in new ModelError("disposed", "Gone.")).toBe(false);
});
