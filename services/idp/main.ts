import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listenAddress } from "../instance.ts";
import { openAccounts } from "./accounts.ts";
import { loadKeys } from "./keys.ts";
import { createProvider } from "./provider.ts";
import { createIdpServer, serviceAccountTokenPath } from "./server.ts";
import { loadServiceAccount } from "./service-account.ts";
import { settingsFromEnvironment } from "./settings.ts";
import { createStore } from "./store.ts";

const [folder, issuer, consolePort] = process.argv.slice(2);
if (folder === undefined || issuer === undefined || consolePort === undefined) {
  throw new Error("Usage: idp/main.ts <folder> <issuer> <console port>");
}

const database = new DatabaseSync(join(folder, "idp.sqlite"));
// Written through the page cache: a killed provider loses nothing, and a machine crash only signs developers out.
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
const accounts = openAccounts(database);
const settings = settingsFromEnvironment(process.env);
const provider = createProvider({
  issuer,
  consoleOrigins: [`http://localhost:${consolePort}`, `http://127.0.0.1:${consolePort}`],
  accounts,
  keys: await loadKeys(join(folder, "keys.json")),
  settings,
  adapter: createStore(database),
});
const serviceAccount = await loadServiceAccount(join(folder, "service-account.json"), `${issuer}${serviceAccountTokenPath}`);
const server = createIdpServer(provider, accounts, settings, serviceAccount);
server.listen(Number(new URL(issuer).port), listenAddress());

process.once("SIGTERM", () => {
  server.close(() => {
    database.close();
    process.exit(0);
  });
  server.closeAllConnections();
});
