import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { BodyTooLarge, drain, limitedBody } from "./limited-body.ts";

const of = (...chunks: readonly string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test("a body is passed on up to its limit", async () => {
  const read = async (body: AsyncIterable<Buffer>) => {
    let text = "";
    for await (const chunk of body) text += chunk.toString();
    return text;
  };
  expect(await read(limitedBody(of("ab", "cd"), 4))).toBe("abcd");
  await expect(read(limitedBody(of("ab", "cde"), 4))).rejects.toThrow(BodyTooLarge);
});

test("a body that a handler stops reading is not closed, and can be drained", async () => {
  const source = of("a", "b", "c");
  const body = limitedBody(source, 10);
  await body[Symbol.asyncIterator]().next();
  expect(source.destroyed).toBe(false);
  await drain(body);
  expect(source.readableEnded).toBe(true);
  await expect(drain(limitedBody(of("too long"), 2))).resolves.toBeUndefined();
});
