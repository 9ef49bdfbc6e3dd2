import { listenAddress } from "../instance.ts";
import { createInboxApi } from "./api.ts";
import { openMails } from "./mails.ts";
import { createSmtp } from "./smtp.ts";

const [folder, smtpPort, apiPort] = process.argv.slice(2);
if (folder === undefined || smtpPort === undefined || apiPort === undefined)
  throw new Error("Usage: inbox/main.ts <folder> <smtp port> <api port>");

const mails = openMails(folder);
const smtp = createSmtp(mails);
const api = createInboxApi(mails);
// A client that disconnects in the middle of a mail must not end the server.
smtp.on("error", (error) => console.error(error.message));
smtp.listen(Number(smtpPort), "127.0.0.1");
api.listen(Number(apiPort), listenAddress());

process.once("SIGTERM", () => {
  smtp.close(() => api.close(() => process.exit(0)));
  api.closeAllConnections();
});
