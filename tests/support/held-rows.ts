import { Client } from "pg";

/** Holds work at a point of its row's life cycle, independent of the speed of the machine and of the test. */
export interface HeldRows {
  /** From now on updates wait there: up to some seconds, after which the statement is cancelled. */
  readonly hold: () => Promise<void>;
  /** Releases waiting updates. One whose process was killed meanwhile is rolled back. */
  readonly letGo: () => Promise<void>;
  readonly close: () => Promise<void>;
}

let held = 0;

/** Holds updates of a table's rows that make `when` true, as their owner: by default those that complete the work. */
export async function holdRows(ownerUrl: string, table: string, when = "new.status = 'done'"): Promise<HeldRows> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  held += 1;
  const name = `held_${table}_${held}`;
  const [{ key } = { key: 0 }] = (await owner.query<{ key: number }>("select hashtext($1) as key", [name])).rows;
  await owner.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$`,
  );
  await owner.query(`create trigger ${name} before update on ${table} for each row when (${when}) execute function ${name}()`);
  // A session may have taken the lock several times, for instance after a test failed while it held: all of them are released.
  const letGo = async (): Promise<void> => {
    await owner.query("select pg_advisory_unlock_all()");
  };
  return {
    hold: async () => {
      await owner.query("select pg_advisory_lock($1)", [key]);
    },
    letGo,
    close: async () => {
      // First: a held update keeps the trigger from being dropped.
      await letGo();
      await owner.query(`drop trigger ${name} on ${table}`);
      await owner.query(`drop function ${name}`);
      await owner.end();
    },
  };
}
