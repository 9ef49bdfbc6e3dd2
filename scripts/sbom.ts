/**
 * `npm run --silent sbom > airlock.cdx.json`: the software bill of materials of the production dependencies, in CycloneDX. npm writes it; added are
 * the product's name, which npm takes from the folder, and components that are not npm packages.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { components } from "./notice/components.ts";

interface Bom {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly unknown[];
}

const options = ["--sbom-format", "cyclonedx", "--sbom-type", "application", "--omit", "dev"];
const written = execFileSync("npm", ["sbom", ...options], { cwd: join(import.meta.dirname, ".."), encoding: "utf8", maxBuffer: 1 << 28 });
const bom = JSON.parse(written) as Bom; // npm's own format.
const others = components.map(({ name, version, license, source }) => ({
  "bom-ref": `${name}@${version}`,
  type: "library",
  name,
  version,
  scope: "required",
  purl: `pkg:pypi/${name.toLowerCase()}@${version}`,
  licenses: [{ license: { id: license } }],
  externalReferences: [{ type: "website", url: source }],
}));
const complete = {
  ...bom,
  metadata: { ...bom.metadata, component: { ...bom.metadata.component, name: "airlock" } },
  components: [...bom.components, ...others],
};
process.stdout.write(`${JSON.stringify(complete, null, 2)}\n`);
