import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** A rename is durable only when the folder that holds the name is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Replaces a file so that after a crash it is either the old one or the new one, whole. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}
