import { join } from "node:path";
import type { Browser } from "playwright-core";
import { violationsOf } from "../support/axe.ts";
import { openWindow, type Window } from "../support/browser.ts";
import { callerFor, type Caller } from "../support/caller.ts";
import type { Product } from "../support/product.ts";
import { signInAt } from "../support/sign-in.ts";
import { createSurroundings } from "../support/surroundings.ts";
import type { Shot, Variant, World } from "./shot.ts";

export interface Picture {
  readonly file: string;
  readonly shot: Shot;
  readonly world: string;
  readonly variant: Variant;
  /** Complaints of axe, the content security policy and the page itself. */
  readonly complaints: readonly string[];
}

export interface Camera {
  readonly browser: Browser;
  readonly product: Product;
  readonly admin: Caller;
  readonly adminEmail: string;
  readonly folder: string;
}

const renewMillis = 120_000;

/** All shots of a world in one variant: an anonymous window and the administrator's, each used for its shots in turn. */
export async function photograph(camera: Camera, world: World, shots: readonly Shot[], variant: Variant): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  const open = () => openWindow(camera.browser, { baseUrl: camera.product.url, viewport: variant.viewport, dark: variant.dark });
  let known: Window | undefined;
  let { admin } = camera;
  let signedInAt = 0;
  for (const shot of shots) {
    // A token is valid for minutes, and a machine may be slow.
    if (performance.now() - signedInAt > renewMillis || signedInAt === 0) {
      admin = await callerFor(camera.product, camera.adminEmail);
      signedInAt = performance.now();
    }
    let window: Window;
    if (shot.signedIn) {
      if (known === undefined) {
        known = await open();
        await signInAt(known.page, "/admin", camera.adminEmail);
      }
      window = known;
    } else {
      window = await open();
    }
    pictures.push(await take({ ...camera, admin }, world, shot, variant, window));
    if (!shot.signedIn) await window.close();
    // A shot may have signed out, or left the window in a state that the next must not inherit.
    else if ((await window.page.getByRole("button", { name: "Account menu" }).count()) === 0) {
      await window.close();
      known = undefined;
    }
  }
  await known?.close();
  return pictures;
}

async function take(camera: Camera, world: World, shot: Shot, variant: Variant, window: Window): Promise<Picture> {
  const { page, context } = window;
  const surroundings = createSurroundings(camera.product);
  const complaints: string[] = [];
  const file = `${shot.name}-${variant.name}.png`;
  const before = { errors: window.errors.length, violations: window.violations.length };
  try {
    await shot.arrange({ ...surroundings, page, context, product: camera.product, admin: camera.admin, variant });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Icons load separately; a request that is held on purpose is not waited for.
    await page.waitForLoadState("networkidle", { timeout: 1500 }).catch(() => undefined);
    await page.screenshot({ path: join(camera.folder, file), caret: "initial", animations: "disabled" });
    complaints.push(...(await violationsOf(page)).map((text) => `axe: ${text}`));
  } catch (error) {
    await page.screenshot({ path: join(camera.folder, file), timeout: 5000 }).catch(() => undefined);
    complaints.push(`not arranged: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await surroundings.putBack();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
  }
  complaints.push(...window.errors.slice(before.errors).map((text) => `page error: ${text}`));
  complaints.push(...window.violations.slice(before.violations).map((text) => `content security policy: ${text}`));
  return { file, shot, world: world.name, variant, complaints };
}
