// The script of a worker thread that runs one model.

import { parentPort, workerData } from "node:worker_threads";
import { serveDecoder } from "@espalier/onnx";
import { type DecoderFile, openDecoder } from "./open-decoder.js";

const port = parentPort;
if (port === null) throw new Error("This file is the entry of a worker thread and cannot run by itself.");
const receive = serveDecoder(
  () => openDecoder(workerData as DecoderFile),
  (reply, transfer) => port.postMessage(reply, transfer),
);
port.on("message", receive);
