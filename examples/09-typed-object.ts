// A typed object: a zod schema in, a validated value of its type out. While it is written, the value so far; at the end, what zod makes of
// it: defaults filled in, refinements checked. Whatever the model would have liked to say, the text is always one of the schema.

import { modelFolder } from "@espalier/tiny-fim";
import { generateObject, loadModel, ObjectError, streamObject } from "espalier";
import * as z from "zod";

const Server = z.object({
  host: z.string().regex(/^[a-z]{2,8}\.[a-z]{2,3}$/),
  port: z.int().min(1024).max(65535),
  tags: z.array(z.enum(["http", "test", "cache"])).max(2),
  retries: z.int().min(0).max(9).default(3),
  admin: z.discriminatedUnion("by", [
    z.object({ by: z.literal("mail"), address: z.email().max(24) }),
    z.object({ by: z.literal("nobody") }),
  ]),
});

const model = await loadModel(modelFolder, { threads: 1 });
const prompt = "server = json.loads(text)\nprint(json.dumps(server))\n# ";
for await (const event of streamObject({ model, schema: Server, prompt, maxTokens: 160 })) {
  if (event.kind === "partial") console.log(`so far  ${JSON.stringify(event.value)}`);
  if (event.kind !== "finish") continue;
  const { host, port, admin }: z.infer<typeof Server> = event.result.value;
  console.log(`server  ${host}:${port}, ${admin.by === "mail" ? admin.address : "nobody"} looks after it`);
}

// A refinement is no part of JSON Schema: it is checked afterwards, and a value that fails may be written again.
const Even = z.object({ port: z.int().min(1024).max(9999) }).refine(({ port }) => port % 2 === 0, "the port is odd");
const sampling = { temperature: 1.5 };
const { value, attempts, notices } = await generateObject({
  model,
  schema: Even,
  prompt,
  sampling,
  seed: 5,
  retries: 20,
});
console.log(`even    ${value.port}, in ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`);
console.log(`notice  ${notices[0]?.message}`);
try {
  await generateObject({ model, schema: Even.refine(() => false, "never good enough"), prompt });
} catch (error) {
  if (error instanceof ObjectError)
    console.log(`error   ${error.code}: ${error.issues.map(({ message }) => message).join(", ")}`);
}
await model.dispose();
