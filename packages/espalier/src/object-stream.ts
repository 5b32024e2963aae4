// A typed value during its generation, for the web: its events as a stream, and as the response of a server.

import type { SchemaInput, SchemaInstance } from "@espalier/json-schema";
import * as values from "@espalier/values";

/**
 * The events of a value during its generation. Iterate over them, or convert them to a web stream or a response. Only
 * one of the three forms can be used.
 */
export interface ObjectStream<Value, Written = unknown>
  extends AsyncGenerator<values.ObjectEvent<Value, Written>, void, undefined> {
  /**
   * Returns the events as a web stream. Events are produced as they are read; cancelling the stream ends the
   * generation.
   */
  toReadableStream(): ReadableStream<values.ObjectEvent<Value, Written>>;
  /**
   * Returns a response with a line of JSON for each event (`application/x-ndjson`): `thinking`, `partial` and `retry`
   * unchanged, then `{ kind: "finish", value, text }` or, after an error, `{ kind: "error", name, code, message }`. The
   * status is 200 unless `init` says otherwise, because it is sent before the model has written anything.
   */
  toResponse(init?: ResponseInit): Response;
}

/**
 * Generates a value of `schema` with intermediate results: the value so far whenever it grows, and the validated value
 * at the end. A partial value contains only what the text so far makes certain, before validation and transforms.
 * Leaving the iteration early frees its resources. For servers and pages, the result has `toReadableStream()` and
 * `toResponse()`.
 *
 * @throws ArgumentError and SchemaError at once; the other errors as `generateObject`.
 */
export function streamObject<const Schema extends SchemaInput>(
  options: values.ObjectOptions<Schema>,
): ObjectStream<values.ObjectValue<Schema>, SchemaInstance<Schema>> {
  return objectStream(values.streamObject(options));
}

/** @param events an iterator that has not been started. */
function objectStream<Value, Written>(
  events: AsyncGenerator<values.ObjectEvent<Value, Written>, void, undefined>,
): ObjectStream<Value, Written> {
  return Object.assign(events, {
    toReadableStream: () => readable(events),
    toResponse: (init: ResponseInit = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("content-type")) headers.set("content-type", "application/x-ndjson; charset=utf-8");
      return new Response(readable(lines(events)), { ...init, headers });
    },
  });
}

/** Returns a stream that takes from `items` only what is read from it. */
function readable<Item>(items: AsyncGenerator<Item, void, undefined>): ReadableStream<Item> {
  return new ReadableStream<Item>(
    {
      async pull(controller) {
        const { done, value } = await items.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await items.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* lines(
  events: AsyncGenerator<values.ObjectEvent<unknown, unknown>, void, undefined>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const encoder = new TextEncoder();
  const line = (value: unknown): Uint8Array<ArrayBuffer> => encoder.encode(`${JSON.stringify(value)}\n`);
  try {
    for await (const event of events) {
      if (event.kind === "finish") yield line({ kind: "finish", value: event.result.value, text: event.result.text });
      else yield line(event);
    }
  } catch (error) {
    const { name, code, message } = Object(error) as Partial<Record<"name" | "code" | "message", unknown>>;
    yield line({ kind: "error", name, code, message: message ?? String(error) });
  }
}
