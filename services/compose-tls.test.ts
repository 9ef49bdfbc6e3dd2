import { describe, expect, it } from "vitest";
import { all, compose, mains, named, networksOf, read } from "./compose.fixture.ts";

/** The servers with a certificate. */
const servers = ["postgres", "nats", "clickhouse", "s3", "inbox"] as const;
const authority = "/etc/airlock/trusted/ca.crt";
const folders = { certificate: "/etc/airlock/tls/server.crt", key: "/etc/airlock/tls/server.key" };

/** Who has the volume or file, by its name before the colon. */
const holders = (source: string): readonly string[] =>
  all.flatMap(([name, { volumes }]) => (volumes.some((volume) => volume.split(":")[0] === source) ? [name] : [])).toSorted();

/** Every address of another service in a setting, as `scheme://service:port`. */
const addresses = all.flatMap(([name, { environment }]) =>
  Object.values(environment).flatMap((value) =>
    // Without passwords: their variables have a message, with a path.
    [...value.replaceAll(/\$\{[^}]*\}/g, "").matchAll(/(\w+):\/\/(?:[^/@]*@)?([\w.]+):(\d+)/g)].flatMap(
      ([, scheme = "", host = "", port = ""]) => {
        const to = host === "keycloak.localhost" ? "keycloak" : host;
        return to in compose.services && to !== name ? [{ from: name, to, scheme, port }] : [];
      },
    ),
  ),
);

describe("TLS in compose.yaml", () => {
  it("encrypts every connection to a server", () => {
    // By its settings a process verifies Postgres too: the scheme has no encrypted form.
    const encrypted = { nats: ["tls", "https"], clickhouse: ["https"], s3: ["https"], inbox: ["smtps"], postgres: ["postgres"] };
    for (const { from, to, scheme } of addresses.filter((address) => address.to !== "keycloak"))
      expect([from, to, scheme, Object.entries(encrypted).find(([server]) => server === to)?.[1]]).toEqual([
        from,
        to,
        scheme,
        expect.arrayContaining([scheme]),
      ]);
    const used = new Set(addresses.map(({ from, to }) => `${from} ${to}`));
    expect([...used].toSorted()).toEqual([
      "api clickhouse",
      "api keycloak",
      "api nats",
      "api postgres",
      "api s3",
      "edge keycloak",
      "migrations clickhouse",
      "migrations nats",
      "migrations postgres",
      "runtime nats",
      "worker clickhouse",
      "worker inbox",
      "worker nats",
      "worker postgres",
      "worker s3",
    ]);
  });

  it("leaves only what crosses the network `web` unencrypted: calls of the edge, between processes, and of the provider", () => {
    const plain = addresses.filter(({ scheme }) => scheme === "http").map(({ from, to }) => `${from} ${to}`);
    // The edge names the provider in the policy of pages; browsers connect to it.
    expect(new Set(plain)).toEqual(new Set(["api keycloak", "edge keycloak"]));
    for (const name of all.map(([one]) => one).filter((one) => networksOf(one).includes("web")))
      expect(["api", "runtime", "edge", "keycloak"]).toContain(name);
    for (const server of servers) expect([server, networksOf(server).includes("web")]).toEqual([server, false]);
  });

  it("has each process verify each server with the authority", () => {
    const settings = { nats: "AIRLOCK_NATS_TLS_CA", clickhouse: "AIRLOCK_CLICKHOUSE_TLS_CA", postgres: "AIRLOCK_POSTGRES_TLS_CA" };
    const own = addresses.flatMap(({ from, to, scheme }) => {
      if (scheme === "http") return [];
      const known = Object.entries(settings).find(([server]) => server === to && scheme !== "smtps")?.[1];
      // NATS's monitoring is called by HTTPS, without the settings of its clients.
      return [{ from, to, setting: known === undefined || (to === "nats" && scheme === "https") ? "NODE_EXTRA_CA_CERTS" : known }];
    });
    for (const { from, to, setting } of own)
      expect([from, to, setting, named(from).environment[setting]]).toEqual([from, to, setting, authority]);
    const off = all.filter(([, { environment }]) =>
      Object.entries(environment).some(([name, value]) => name === "NODE_TLS_REJECT_UNAUTHORIZED" || /no-verify|sslmode=/.test(value)),
    );
    expect(off).toEqual([]);
  });

  it("gives each server its own key, processes the certificate of the authority, and its key to no one", () => {
    expect(holders("authority")).toEqual(["certificates"]);
    expect(holders("trusted")).toEqual([...Object.keys(mains), "certificates"].toSorted());
    for (const server of servers) {
      expect([server, holders(`${server}-tls`)]).toEqual([server, ["certificates", server].toSorted()]);
      expect(named(server).volumes).toContain(`${server}-tls:/etc/airlock/tls:ro`);
      expect(named(server).depends_on).toMatchObject({ certificates: { condition: "service_completed_successfully" } });
    }
    for (const name of Object.keys(mains)) expect(named(name).volumes).toContain("trusted:/etc/airlock/trusted:ro");
    const [, made = ""] = /^servers="(.*)"$/m.exec(read("deploy/make-certificates.sh")) ?? [];
    expect(made.split(" ")).toEqual([...servers]);
    expect(named("certificates").volumes.slice(1)).toEqual([
      "authority:/tls/authority",
      "trusted:/tls/trusted",
      ...servers.map((server) => `${server}-tls:/tls/${server}`),
    ]);
  });

  it("starts each server with its certificate and without plain ports", () => {
    const { certificate, key } = folders;
    expect(named("postgres").command).toEqual(
      expect.arrayContaining(["ssl=on", `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`, "hba_file=/etc/airlock/pg_hba.conf"]),
    );
    const rules = read("deploy/postgres/pg_hba.conf")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split(/\s+/));
    expect(rules.map(([type]) => type)).toEqual(["local", "hostssl"]);
    expect(rules.map((rule) => rule.at(-1))).toEqual(["scram-sha-256", "scram-sha-256"]);

    const nats = named("nats").command;
    expect(nats.join(" ")).toContain(`--https_port 8222 --tls --tlscert ${certificate} --tlskey ${key}`);
    expect(nats).not.toContain("--http_port");

    expect(named("s3").command.join(" ")).toContain(`--cert ${certificate} --key ${key}`);
    expect(named("inbox").environment).toEqual({ MP_SMTP_TLS_CERT: certificate, MP_SMTP_TLS_KEY: key, MP_SMTP_REQUIRE_TLS: "true" });

    expect(named("clickhouse").volumes).toContain("./deploy/clickhouse/tls.xml:/etc/clickhouse-server/config.d/airlock-tls.xml:ro");
    const clickhouse = read("deploy/clickhouse/tls.xml");
    expect([...clickhouse.matchAll(/<(\w*port) remove="remove"\/>/g)].map(([, port]) => port)).toEqual([
      "http_port",
      "tcp_port",
      "mysql_port",
      "postgresql_port",
      "interserver_http_port",
    ]);
    expect(clickhouse).toContain(`<certificateFile>${certificate}</certificateFile>`);
    expect(clickhouse).toContain(`<privateKeyFile>${key}</privateKeyFile>`);
    expect(clickhouse).toContain(`<https_port>${addresses.find(({ to }) => to === "clickhouse")?.port}</https_port>`);
  });
});
