import { mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock } from "../lock.ts";
import { installPackages } from "./apt.ts";
import { cacheFolder, exists, findExecutable } from "./cache.ts";
import { runInstaller } from "./run.ts";

export const keycloakVersion = "26.4.0";

/** The installation folder of Keycloak; read-only after the installation. */
export function keycloakFolder(): string {
  return join(cacheFolder(), `keycloak-${keycloakVersion}`);
}

/** Downloads Keycloak's distribution with Maven and builds it for one node, so that later starts skip a minute of preparation. */
export async function installKeycloak(): Promise<void> {
  if (await exists(keycloakFolder())) return;
  const tools = { mvn: "maven", java: "default-jre-headless", unzip: "unzip" };
  await installPackages(Object.values(tools), async () => {
    const found = await Promise.all(Object.keys(tools).map((tool) => findExecutable(tool)));
    return found.every((path) => path !== undefined);
  });
  await withLock(join(cacheFolder(), "keycloak.lock"), async () => {
    if (await exists(keycloakFolder())) return;
    const artifact = `org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip`;
    const zip = join(
      homedir(),
      `.m2/repository/org/keycloak/keycloak-quarkus-dist/${keycloakVersion}/keycloak-quarkus-dist-${keycloakVersion}.zip`,
    );
    if (!(await exists(zip)))
      await runInstaller("Keycloak", "mvn", ["-q", "-B", "dependency:get", `-Dartifact=${artifact}`, "-Dtransitive=false"]);
    // Built in a temporary folder and renamed, so that no process ever starts an incomplete installation.
    const temporary = await mkdtemp(join(cacheFolder(), "keycloak-"));
    try {
      await runInstaller("Keycloak", "unzip", ["-q", zip, "-d", temporary]);
      const home = join(temporary, `keycloak-${keycloakVersion}`);
      await runInstaller("Keycloak", join(home, "bin/kc.sh"), ["build", "--db=dev-file"]);
      await rename(home, keycloakFolder());
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  });
}
