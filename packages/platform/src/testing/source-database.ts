import { Client } from "pg";
import { newId } from "../index.ts";

/** A database of its own on the run's Postgres server, as an organisation would have one, with a user that may only read. */
export interface SourceDatabase {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** As the superuser, in the database. */
  readonly run: (statement: string) => Promise<readonly unknown[]>;
  readonly close: () => Promise<void>;
}

/** `url` is any account's at the server. */
export async function createSourceDatabase(url: string): Promise<SourceDatabase> {
  const name = `source_${newId().toLowerCase()}`;
  const address = new URL(url);
  address.username = "airlock_super";
  await connected(address, (client) => client.query(`create database ${name}`));
  const inside = new URL(address);
  inside.pathname = `/${name}`;
  const password = `password of ${name}`;
  const run = (statement: string) => connected(inside, async (client) => (await client.query<object>(statement)).rows);
  await run(`create role ${name} login password '${password}'`);
  return {
    host: address.hostname,
    port: Number(address.port),
    database: name,
    user: name,
    password,
    run,
    close: async () => {
      await connected(address, async (client) => {
        await client.query(`drop database ${name} with (force)`);
        await client.query(`drop role ${name}`);
      });
    },
  };
}

async function connected<T>(url: URL, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
