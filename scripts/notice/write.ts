/** `npm run notice`: writes NOTICE from the lock file and the installed packages; a test fails while the committed file differs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { components } from "./components.ts";
import { productionPackages } from "./packages.ts";
import { renderNotice } from "./render.ts";

const root = join(import.meta.dirname, "../..");
const packages = productionPackages(root);
writeFileSync(join(root, "NOTICE"), renderNotice(packages, components));
console.log(`Wrote NOTICE: ${packages.length} packages.`);
for (const { name, version } of packages.filter((each) => each.text === undefined)) console.log(`${name} ${version} has no licence file.`);
