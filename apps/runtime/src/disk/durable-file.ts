import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** A rename survives a crash only after its folder was synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether a write failed because the disk, or a quota on it, is full. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

/**
 * Replaces a file atomically: after a crash it has either the old content or the new content, never a part of it. Creates its folder, which a process
 * that started on a full disk does not have.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
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
