/** The absolute path of the folder that holds `config.json`, `tokenizer.json` and `onnx/model.onnx`; no slash at its end. */
export declare const modelFolder: string;
