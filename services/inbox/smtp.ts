import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Mails } from "./mails.ts";

/** Accepts every mail from any sender and delivers none of them. */
export function createSmtp(mails: Mails): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    size: 25 * 1024 * 1024,
    onAuth(_auth, _session, done) {
      done(null, { user: "anyone" });
    },
    onData(stream, session, done) {
      void receive(mails, stream, session, done);
    },
  });
}

async function receive(
  mails: Mails,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  tellSender: (error: Error | null) => void,
): Promise<void> {
  const recipients = session.envelope.rcptTo.map(({ address }) => address);
  try {
    await mails.keep(await buffer(stream), recipients);
  } catch (error) {
    tellSender(error instanceof Error ? error : new Error(String(error)));
    return;
  }
  tellSender(null);
}
