import { createTransport } from "nodemailer";
import type { PartState } from "../process/http-health.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Resolves when the server has accepted it; rejects otherwise. */
  readonly send: (mail: Mail) => Promise<void>;
  readonly check: () => Promise<PartState>;
  readonly close: () => void;
}

export function openMailer(options: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport(
    { url: options.url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 },
    { from: options.from },
  );
  return {
    send: async (mail) => {
      // An address object, so that nothing in it can add a second recipient; files and URLs in a mail are never fetched.
      const to = { name: "", address: mail.to };
      await transport.sendMail({ ...mail, to, disableFileAccess: true, disableUrlAccess: true });
    },
    check: async () => {
      await transport.verify();
      return { ok: true };
    },
    close: () => transport.close(),
  };
}
