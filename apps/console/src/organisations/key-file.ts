/** A chosen key file: kept by the open dialog until it is saved, and nowhere else. */
export interface KeyFile {
  readonly name: string;
  readonly size: number;
  /** The content to send; the API validates it further. */
  readonly text: string;
  readonly account: string;
  readonly project: string;
  /** The first and last of the key's own id, enough to tell two files apart. */
  readonly key: string;
}

const maxBytes = 16_384;

export type ReadKeyFile = { readonly file: KeyFile } | { readonly fault: string };

/** Checks without the server: whether the file is JSON, and the key of a service account. */
export async function readKeyFile(chosen: Pick<File, "name" | "size" | "text">): Promise<ReadKeyFile> {
  if (chosen.size > maxBytes) return { fault: `${chosen.name} is larger than 16 kB. A key file of a service account is smaller.` };
  const text = await chosen.text();
  const content = parsed(text);
  if (content === undefined) return { fault: `${chosen.name} is not JSON.` };
  const field = (name: string) => (typeof content[name] === "string" ? content[name] : "");
  if (field("type") !== "service_account") return { fault: `${chosen.name} is not the key file of a service account.` };
  const missing = ["client_email", "private_key", "project_id"].find((name) => field(name) === "");
  if (missing !== undefined) return { fault: `${chosen.name} holds no ${missing}.` };
  const [account = ""] = field("client_email").split("@");
  const id = field("private_key_id");
  const key = id.length > 8 ? `${id.slice(0, 4)}...${id.slice(-2)}` : id;
  return { file: { name: chosen.name, size: chosen.size, text, account, project: field("project_id"), key } };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === "object" && content !== null ? { ...content } : undefined;
  } catch {
    return undefined;
  }
}
