import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { bearerOf, isLogin } from "./support/browser-clock.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { chooseFromAccountMenu, arrive } from "./support/seen.ts";

/** Everything that the browser stores for the console, as text. */
function everythingStored(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const stored: Record<string, string> = {
      local: JSON.stringify(Object.entries(localStorage)),
      session: JSON.stringify(Object.entries(sessionStorage)),
      cookie: document.cookie,
    };
    const readable = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      if (typeof value === "object" && value !== null)
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, readable(inner)]));
      return value;
    };
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener("success", () => resolve(opening.result));
        opening.addEventListener("error", () => reject(opening.error ?? new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.addEventListener("success", () => resolve(reading.result));
          reading.addEventListener("error", () => reject(reading.error ?? new Error(store)));
        });
        stored[`indexedDB ${name}/${store}`] = JSON.stringify(values.map(readable));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const answers = await Promise.all((await cache.keys()).map(async (request) => (await cache.match(request))?.text()));
      stored[`cache ${name}`] = answers.join("\n");
    }
    return stored;
  });
}

journey("no token is readable in anything the browser stores", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  const tokens = page.waitForResponse((response) => response.url().endsWith("/token"));
  const login = page.waitForRequest(isLogin);
  await signInAt(page, "/admin", adminEmail);
  const answer: unknown = await (await tokens).json();
  const secrets = ["access_token", "refresh_token", "id_token"].map((name) => String(Reflect.get(Object(answer), name)));
  expect(secrets).toContain(bearerOf(await login));
  expect(secrets.every((secret) => secret.length > 20)).toBe(true);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  const stored = await everythingStored(page);
  // The check itself must work: the stored session is found, encrypted.
  expect(Object.keys(stored).some((place) => place.startsWith("indexedDB"))).toBe(true);
  for (const [place, text] of Object.entries(stored)) {
    for (const secret of secrets) expect(text.includes(secret), `a token in ${place}`).toBe(false);
    // No part of a token either: every JSON Web Token begins like this. Encrypted bytes may contain the three letters, but not more of it.
    if (!place.startsWith("cache")) expect(/eyJ[\w-]{10,}/.test(text), `something like a token in ${place}`).toBe(false);
  }

  await chooseFromAccountMenu(page, "Logout");
  await arrive(page, "/login");
});
