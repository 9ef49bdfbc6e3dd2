/**
 * `npm run chart:check`: lints deploy/chart, renders it with each file of deploy/chart/ci, validates the result against the schemas of Kubernetes and
 * checks it by policies.ts. Helm is built at the first run, which takes more than ten minutes.
 */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { z } from "zod";
import { installHelm } from "../../services/install/helm.ts";
import { installKubernetesValidate } from "../../services/install/kubernetes-validate.ts";
import { projectRoot } from "../../services/instance.ts";
import { podsOf, readManifests, type Manifest } from "./manifests.ts";
import { policies } from "./policies.ts";
import { wrongSettings } from "./settings.ts";

/** The oldest that Chart.yaml allows, and the newest for which there are schemas. */
const kubernetesVersions = ["1.30", "1.37"];
const chart = join(projectRoot, "deploy/chart");
const run = promisify(execFile);
const helm = await installHelm();
const validate = await installKubernetesValidate();
const failures: string[] = [];
const note = (what: string, problems: readonly string[]) => failures.push(...problems.map((problem) => `${what}: ${problem}`));

const product = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")));
const { appVersion } = z.object({ appVersion: z.string() }).parse(parse(await readFile(join(chart, "Chart.yaml"), "utf8")));
if (appVersion !== product.version) note("Chart.yaml", [`appVersion is ${appVersion}, the product is ${product.version}`]);

const account = z.object({ serviceAccountName: z.string().optional() }).prefault({});
const accounts = z.object({ api: account, worker: account });

const folder = await mkdtemp(join(tmpdir(), "airlock-chart-"));
try {
  const sets = globSync(join(chart, "ci/*-values.yaml")).toSorted();
  for (const set of sets) {
    const name = basename(set);
    for (const upgrade of [false, true]) {
      const what = `${name}${upgrade ? ", upgrade" : ""}`;
      const rendered = await render(set, upgrade).catch((error: unknown) => note(what, [String(error)]));
      if (typeof rendered !== "string") continue;
      const file = join(folder, `${what}.yaml`);
      await writeFile(file, rendered);
      for (const version of kubernetesVersions) note(`${what}, Kubernetes ${version}`, await invalid(file, version));
      const manifests = readManifests(rendered);
      for (const [policy, breaches] of Object.entries(policies)) note(`${what}, ${policy}`, breaches(manifests));
      note(what, wrongSettings(manifests));
      note(what, wrongAccounts(manifests, accounts.parse(parse(await readFile(set, "utf8")))));
      console.log(`${what}: ${manifests.length} objects`);
    }
  }
  if (sets.length < 5) note("ci", ["there are fewer than five sets of values"]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function render(set: string, upgrade: boolean): Promise<string> {
  await run(helm, ["lint", "--strict", "--quiet", chart, "--values", set]);
  const more = upgrade ? ["--is-upgrade"] : [];
  const { stdout } = await run(helm, ["template", "airlock", chart, "--namespace", "decisions", "--values", set, ...more], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Violations of the schemas. The Prometheus operator's kinds have none; the policies check their selectors. */
async function invalid(file: string, version: string): Promise<readonly string[]> {
  return run(validate, ["--strict", "--quiet", "--no-warn", "--kubernetes-version", version, file]).then(
    () => [],
    (error: Error & { stdout?: string }) => (error.stdout ?? error.message).trim().split("\n"),
  );
}

/** Pods of api and worker without the ServiceAccount that the values name. */
function wrongAccounts(manifests: readonly Manifest[], named: z.output<typeof accounts>): readonly string[] {
  return (["api", "worker"] as const).flatMap((component) => {
    const pods = podsOf(manifests).filter((pod) => pod.component === component && pod.kind === "Deployment");
    return pods
      .filter(({ spec }) => spec.serviceAccountName !== named[component].serviceAccountName)
      .map(({ name }) => `${name}: has not the ServiceAccount of its values`);
  });
}
