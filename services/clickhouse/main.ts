import { openEngine } from "./engine.ts";
import { writeEngineConfig } from "./engine-config.ts";
import { createFront } from "./front.ts";

const [folder, port, database] = process.argv.slice(2);
if (folder === undefined || port === undefined || database === undefined)
  throw new Error("Usage: clickhouse/main.ts <folder> <port> <database>");

const config = await writeEngineConfig(`${folder}-config`, database);
process.chdir(config.folder);
const engine = openEngine(folder);
const server = createFront(engine, { database, unfiltered: config.unfiltered });
// As in the real server: longer than the client keeps an idle connection, so that it never uses one that is being closed.
server.keepAliveTimeout = 30_000;
server.listen(Number(port), "127.0.0.1");

process.once("SIGTERM", () => {
  server.close(() => {
    void engine.close().then(() => process.exit(0));
  });
  server.closeIdleConnections();
});
