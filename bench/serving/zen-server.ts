import { createServer, type ServerResponse } from "node:http";
import type { Applicant } from "../engine/scorecard.ts";
import { openZen } from "../engine/zen.ts";

/** GoRules ZEN behind the same bare server as the echo: the same scorecard, without input validation, key or log. */
const zen = openZen();
async function answer(body: string, response: ServerResponse): Promise<void> {
  // The bench sends nothing else.
  const result = await zen.evaluate(JSON.parse(body) as Applicant);
  const text = JSON.stringify(result);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const [first] = chunks;
    const body = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
    void answer(body.toString(), response);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
