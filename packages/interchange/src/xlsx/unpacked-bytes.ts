/** How large the files of a ZIP archive become, as its directory states it; undefined where it is no such archive. */
export function unpackedBytes(archive: DataView): number | undefined {
  const end = endOfDirectory(archive);
  if (end === undefined) return undefined;
  const entries = archive.getUint16(end + 10, true);
  let at = archive.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryBytes > archive.byteLength || archive.getUint32(at, true) !== entrySignature) return undefined;
    total += archive.getUint32(at + 24, true);
    at += entryBytes + archive.getUint16(at + 28, true) + archive.getUint16(at + 30, true) + archive.getUint16(at + 32, true);
  }
  return total;
}

const endSignature = 0x06_05_4b_50;
const endBytes = 22;
const entrySignature = 0x02_01_4b_50;
const entryBytes = 46;
const maxComment = 0xff_ff;

/** Before a comment of unknown length, at the end of the file. */
function endOfDirectory(archive: DataView): number | undefined {
  const last = archive.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - maxComment); at -= 1) {
    if (archive.getUint32(at, true) === endSignature) return at;
  }
  return undefined;
}
