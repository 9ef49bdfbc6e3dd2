/**
 * Takes pictures of every screen, wide, narrow and dark, empty, full and failed, into .screens/ with an index page. Fails if axe, the content
 * security policy or a page itself complains.
 *
 *   npm run screens                    all of them
 *   npm run screens -- --only login    those whose name contains the word, or one of several: users,roles
 *   npm run screens -- --variant dark  in one variant only
 *   npm run screens -- --keep          keep the product running, and reuse it
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { projectRoot } from "../../services/instance.ts";
import { launchBrowser } from "../support/browser.ts";
import { callerFor } from "../support/caller.ts";
import { ensureDocumentation } from "../support/deploy-console.ts";
import { standUp, takeDown } from "../support/stand-up.ts";
import { photograph, type Picture } from "./camera.ts";
import { indexPage } from "./index-page.ts";
import { variants } from "./shot.ts";
import { worlds } from "./worlds.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    variant: { type: "string" },
    keep: { type: "boolean", default: false },
    base: { type: "string", default: "21300" },
  },
});

const words = values.only.split(",");
const folder = join(projectRoot, ".screens");
const adminEmail = seededAccounts[0]?.email ?? "";
const pictures: Picture[] = [];

if (values.only === "") await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await ensureDocumentation();
const product = await standUp({ name: "screens", base: Number(values.base), runtimes: 1, reuse: values.keep });
try {
  const browser = await launchBrowser();
  try {
    for (const world of worlds) {
      const shots = world.shots.filter(({ name }) => words.some((word) => name.includes(word)));
      const admin = await callerFor(product, adminEmail);
      await world.prepare(product, admin);
      for (const variant of variants.filter(({ name }) => values.variant === undefined || name === values.variant)) {
        const own = shots.filter(({ wideOnly = false }) => !wideOnly || variant.name !== "narrow");
        const taken = await photograph({ browser, product, admin, adminEmail, folder }, world, own, variant);
        for (const { file, complaints } of taken) {
          console.log(`${complaints.length === 0 ? "ok " : "BAD"} ${file}`);
          for (const complaint of complaints) console.log(`      ${complaint}`);
        }
        pictures.push(...taken);
      }
    }
  } finally {
    await browser.close();
  }
} finally {
  if (!values.keep) await takeDown(product);
}
await writeFile(join(folder, "index.html"), indexPage(pictures));
const bad = pictures.filter(({ complaints }) => complaints.length > 0).length;
console.log(`${pictures.length} pictures, ${bad} with complaints: ${join(folder, "index.html")}`);
process.exitCode = bad === 0 ? 0 : 1;
