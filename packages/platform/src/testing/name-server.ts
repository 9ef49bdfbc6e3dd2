import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";

/** A name server on a loopback port. `answer` returns the addresses of a name, or undefined to drop the query. */
export async function startNameServer(answer: (name: string) => readonly string[] | undefined) {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", (message, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.toString("latin1", at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join(".").toLowerCase();
    const type = message.readUInt16BE(at + 1);
    queries.push(`${type === 1 ? "A" : "AAAA"} ${name}`);
    const addresses = answer(name);
    if (addresses === undefined) return;
    const records = addresses.filter((address) => isIPv4(address) === (type === 1)).map(recordOf);
    const isMissing = addresses.length === 0;
    const head = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, isMissing ? 0x83 : 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, message.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  await new Promise<void>((up) => socket.bind(0, "127.0.0.1", up));
  return { address: `127.0.0.1:${socket.address().port}`, queries, close: () => socket.close() };
}

/** A pointer to the question's name, class IN, a TTL of 30 s. */
function recordOf(address: string): Buffer {
  const bytes = isIPv4(address) ? address.split(".").map(Number) : groupsOf(address);
  return Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 30, 0, bytes.length, ...bytes]);
}

/** An IPv6 address as 16 bytes. */
function groupsOf(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const read = (text: string) =>
    text === "" ? [] : text.split(":").flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array.from({ length: 16 - before.length - after.length }, () => 0), ...after];
}
