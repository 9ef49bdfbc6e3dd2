import { installPackages } from "./apt.ts";
import { findExecutable } from "./cache.ts";

/** The system's Chromium for journeys and pictures, installed when there is none. */
export async function installChromium(): Promise<string> {
  await installPackages(["chromium", "fonts-liberation"], async () => (await chromium()) !== undefined);
  const path = await chromium();
  if (path === undefined) throw new Error("Chromium is not installed.");
  return path;
}

async function chromium(): Promise<string | undefined> {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    const path = await findExecutable(name);
    if (path !== undefined) return path;
  }
  return undefined;
}
