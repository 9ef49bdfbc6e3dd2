/**
 * The encoding of a signature in a bucket entry: as the last field of the JSON object. The text before it is unchanged, byte for byte, so
 * no canonical form is needed to verify it, and a reader without support for signatures can read the value.
 */
export interface WrittenSignature {
  readonly masterKey: string;
  readonly sequence: number;
  /** Base64url; empty in a runtime's own copy that a peer's report changed. */
  readonly mac: string;
}

const opening = ',"signature":"';
const closing = '"}';

/** The value of a deleted entry: unlike JetStream's own deletion marker it carries a signature. */
export const tombstoneBody = '{"deleted":true}';

export function signatureField(body: string, { masterKey, sequence, mac }: WrittenSignature): string {
  return `${body.slice(0, -1)}${opening}${masterKey}:${sequence}:${mac}${closing}`;
}

export function readSignature(text: string): (WrittenSignature & { readonly body: string }) | undefined {
  const at = text.lastIndexOf(opening);
  if (at === -1 || !text.endsWith(closing)) return undefined;
  const [, masterKey, sequence, mac] =
    /^([A-Za-z0-9_.-]{1,64}):(\d{1,15}):([A-Za-z0-9_-]*)$/.exec(text.slice(at + opening.length, -closing.length)) ?? [];
  if (masterKey === undefined || mac === undefined) return undefined;
  return { masterKey, sequence: Number(sequence), mac, body: `${text.slice(0, at)}}` };
}

/** Of a text that was verified before; 0 for one that was written by 0.5, which had no signatures. */
export function sequenceOf(text: string): number {
  return readSignature(text)?.sequence ?? 0;
}

export function isTombstone(text: string): boolean {
  return readSignature(text)?.body === tombstoneBody;
}
