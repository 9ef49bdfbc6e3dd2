import { once } from "node:events";
import { connect } from "node:net";
import { Client } from "pg";
import { port, type Instance } from "../../services/instance.ts";
import { postgresUrl } from "../../services/parts/postgres.ts";

/** Fails if a server that compose.yaml starts with TLS serves a client without it. */
export async function expectNoPlainConnections(instance: Instance): Promise<void> {
  const attempts = {
    postgres: () => plainPostgres(instance),
    nats: () => plainNats(port(instance, "nats")),
    "NATS's monitoring": () => plainHttp(port(instance, "natsMonitoring")),
    s3: () => plainHttp(port(instance, "s3")),
  };
  for (const [name, isServed] of Object.entries(attempts)) if (await isServed()) throw new Error(`${name} serves clients without TLS.`);
}

async function plainPostgres(instance: Instance): Promise<boolean> {
  const client = new Client({ connectionString: postgresUrl(instance, "superuser"), ssl: false });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    // Anything else is not a refusal of the server.
    if (error instanceof Error && error.message.includes("no encryption")) return false;
    throw error;
  }
}

/** The first line of the server is never encrypted, and says whether the rest has to be. */
async function plainNats(natsPort: number): Promise<boolean> {
  const socket = connect(natsPort, "127.0.0.1");
  try {
    const [line]: unknown[] = await once(socket, "data");
    return !String(line).includes('"tls_required":true');
  } finally {
    socket.destroy();
  }
}

function plainHttp(httpPort: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${httpPort}/`).then(
    // Go's servers respond with 400 to plain HTTP.
    (response) => response.status !== 400,
    () => false,
  );
}
