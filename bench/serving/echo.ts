import { createServer } from "node:http";

/** The baseline server: reads the body and responds with as many bytes as a decision has. */
const answer = "x".repeat(Number(process.argv[3] ?? 600));
createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": answer.length });
    response.end(answer);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
