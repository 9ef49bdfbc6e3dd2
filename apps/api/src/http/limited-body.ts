/** The body of a request exceeds the limit of its route, which is found while it is read. */
export class BodyTooLarge extends Error {}

/** A body that the handler reads as it arrives, up to a limit. Leaving the loop does not close the connection, so a refusal can be sent. */
export async function* limitedBody(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const iterator = body[Symbol.asyncIterator]();
  let bytes = 0;
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    bytes += next.value.length;
    if (bytes > maxBytes) throw new BodyTooLarge(`The body has more than ${maxBytes} bytes.`);
    yield next.value;
  }
}

/** Reads what a handler left unread, so that the connection can be reused. */
export async function drain(body: AsyncIterable<unknown>): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next());
  } catch {
    // The caller disconnected or exceeded the limit: the connection is not reused.
  }
}
