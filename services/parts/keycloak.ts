import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { render } from "../edge/render.ts";
import { expectOk } from "../http.ts";
import { installKeycloak, keycloakFolder } from "../install/keycloak.ts";
import { port, projectRoot, publicUrl, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";

export const keycloakAdministrator = { user: "admin", password: "airlock" } as const;

export function keycloakUrl(instance: Instance): string {
  return `http://localhost:${port(instance, "keycloak")}`;
}

export function keycloakIssuer(instance: Instance): string {
  return `${keycloakUrl(instance)}/realms/airlock`;
}

/** Keycloak with the realm that compose imports too. Starts on request: `--with keycloak`. */
export const keycloak: Part = {
  name: "keycloak",
  ports: ["keycloak", "keycloakManagement"],
  startSeconds: 300,
  install: installKeycloak,

  async prepare(instance) {
    const home = await makeHome(instance);
    await importRealm(instance, home);
    return {
      // Not through kc.sh, whose shell would remain as the parent and not forward signals.
      file: "java",
      args: [...javaOptions(home), "io.quarkus.bootstrap.runner.QuarkusEntryPoint", ...serverOptions(instance)],
      env: { KC_BOOTSTRAP_ADMIN_USERNAME: keycloakAdministrator.user, KC_BOOTSTRAP_ADMIN_PASSWORD: keycloakAdministrator.password },
      cwd: home,
    };
  },

  async probe(instance) {
    const document = await expectOk(`${keycloakIssuer(instance)}/.well-known/openid-configuration`);
    if (!document.includes(`"issuer":"${keycloakIssuer(instance)}"`)) throw new Error("Keycloak answers with another issuer.");
  },
};

/** A home for this instance: its data, and links to everything read-only. */
async function makeHome(instance: Instance): Promise<string> {
  const home = join(instance.folder, "keycloak");
  await mkdir(join(home, "data/import"), { recursive: true });
  for (const name of ["lib", "providers", "themes", "conf"]) {
    await rm(join(home, name), { force: true });
    await symlink(join(keycloakFolder(), name), join(home, name));
  }
  return home;
}

/** Keycloak imports the realm if it does not have it yet, and does not change an existing one. */
async function importRealm(instance: Instance, home: string): Promise<void> {
  const template = await readFile(join(projectRoot, "deploy/keycloak/airlock-realm.json"), "utf8");
  const realm: unknown = JSON.parse(render(template, { AIRLOCK_PUBLIC_URL: publicUrl(instance) }));
  const seconds = process.env["AIRLOCK_IDP_ACCESS_TOKEN_SECONDS"];
  const changed = seconds === undefined ? realm : Object.assign({}, realm, { accessTokenLifespan: Number(seconds) });
  await writeFile(join(home, "data/import/airlock-realm.json"), JSON.stringify(changed, undefined, 2));
}

function javaOptions(home: string): string[] {
  const open = ["java.util", "java.util.concurrent", "java.security"].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
  return [
    "-Xms64m",
    "-Xmx512m",
    // Optimised for a fast start rather than peak throughput.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    `-Dkc.home.dir=${home}`,
    `-Djboss.server.config.dir=${join(home, "conf")}`,
    "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
    "-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory",
    "-Dpicocli.disable.closures=true",
    ...open,
    "-cp",
    join(keycloakFolder(), "lib/quarkus-run.jar"),
  ];
}

function serverOptions(instance: Instance): string[] {
  return [
    "start",
    "--optimized",
    "--import-realm",
    "--cache=local",
    "--http-enabled=true",
    "--http-host=127.0.0.1",
    `--http-port=${port(instance, "keycloak")}`,
    `--http-management-port=${port(instance, "keycloakManagement")}`,
    `--hostname=${keycloakUrl(instance)}`,
  ];
}
