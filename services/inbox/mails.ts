import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime, { type Address } from "postal-mime";

export interface Mail {
  readonly id: string;
  readonly from: string;
  /** All recipients that the sending server named, whatever the headers say. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly date: string | undefined;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly filename: string | null; readonly mimeType: string }[];
}

export interface Mails {
  /** Stores a mail as it arrived; resolves when it is on disk, because the sender then gets the acknowledgement. */
  keep(raw: Buffer, recipients: readonly string[]): Promise<void>;
  /** Oldest first. */
  list(to?: string): Promise<readonly Mail[]>;
  find(id: string): Promise<Mail | undefined>;
  raw(id: string): Promise<Buffer | undefined>;
  remove(id?: string): Promise<void>;
}

/** The first line of a stored mail, before its content: the recipients of the SMTP envelope. */
const recipientHeader = "X-Airlock-Inbox-To: ";

export function openMails(folder: string): Mails {
  let last = 0;
  const path = (id: string) => join(folder, `${id}.eml`);
  const ids = async () =>
    (await readdir(folder))
      .filter((name) => name.endsWith(".eml"))
      .map((name) => name.slice(0, -4))
      .sort();

  const read = async (id: string) => {
    // Ids are generated here: any other text could be a path outside the folder.
    if (!/^[0-9]+-[0-9a-f]+$/.test(id)) return undefined;
    return readFile(path(id)).catch(() => undefined);
  };

  const mails: Mails = {
    async keep(raw, recipients) {
      // In the order of arrival, also for two mails of one millisecond.
      last = Math.max(Date.now(), last + 1);
      const id = `${String(last).padStart(15, "0")}-${randomBytes(4).toString("hex")}`;
      const incomplete = join(folder, `${id}.part`);
      await writeFile(incomplete, Buffer.concat([Buffer.from(`${recipientHeader}${recipients.join(", ")}\r\n`), raw]));
      await rename(incomplete, path(id));
    },
    async list(to) {
      const all = await Promise.all((await ids()).map((id) => mails.find(id)));
      return all.flatMap((mail) => (mail !== undefined && (to === undefined || mail.to.includes(to.toLowerCase())) ? [mail] : []));
    },
    async find(id) {
      const stored = await read(id);
      return stored === undefined ? undefined : parse(id, stored);
    },
    async raw(id) {
      const stored = await read(id);
      return stored?.subarray(stored.indexOf("\r\n") + 2);
    },
    async remove(id) {
      for (const each of await ids()) if (id === undefined || each === id) await rm(path(each), { force: true });
    },
  };
  return mails;
}

async function parse(id: string, stored: Buffer): Promise<Mail> {
  const lineEnd = stored.indexOf("\r\n");
  const parsed = await PostalMime.parse(stored.subarray(lineEnd + 2));
  return {
    id,
    from: parsed.from === undefined ? "" : addressText(parsed.from),
    to: stored.subarray(recipientHeader.length, lineEnd).toString("utf8").toLowerCase().split(", "),
    subject: parsed.subject ?? "",
    date: parsed.date,
    text: parsed.text ?? "",
    html: parsed.html ?? "",
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    attachments: parsed.attachments.map(({ filename, mimeType }) => ({ filename, mimeType })),
  };
}

function addressText(address: Address): string {
  return address.name === "" ? (address.address ?? "") : `${address.name} <${address.address ?? ""}>`;
}
