/**
 * The load of a call, in units of the process's capacity. A unit is one call, up to 64 KiB of body, up to 16 inputs or up to 64 KiB of responses and
 * log lines, whichever is largest: a batch of 1,000 inputs or 4 MiB costs more than one call.
 */
const bytesOfUnit = 65_536;
const inputsOfUnit = 16;

/** Known before the body is read. A body without a Content-Length counts as the largest one. */
export function unitsOfBody(contentLength: string | undefined, maxBytes: number): number {
  const bytes = contentLength === undefined ? maxBytes : Math.min(Number(contentLength), maxBytes);
  return bytes <= bytesOfUnit ? 1 : Math.ceil(bytes / bytesOfUnit);
}

/** Of the responses and log lines that a call has in memory. */
export function unitsOfOutcome(bytes: number): number {
  return Math.ceil(bytes / bytesOfUnit);
}

export function unitsOfInputs(inputs: number): number {
  return Math.ceil(inputs / inputsOfUnit);
}
