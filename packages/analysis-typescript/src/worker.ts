// The script of a thread in which a TypeScript compiler answers.

import type { Request, ServedProject } from "./thread/messages.js";
import { nodeThreads } from "./thread/node-threads.js";
import { serveProject } from "./thread/serve.js";

const { parentPort, workerData } = nodeThreads();
if (parentPort === null) throw new Error("This file is the entry of a worker thread and cannot run by itself.");
const port = parentPort;
const receive = serveProject(workerData as ServedProject, (reply) => {
  port.postMessage(reply);
  if (reply.kind === "ended") port.close();
});
port.on("message", (message) => receive(message as Request));
