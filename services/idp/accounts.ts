import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** An account of the identity provider. The password is plain text: this provider is for development and tests only. */
export const account = z.object({
  sub: z.string().min(1),
  email: z.email(),
  password: z.string().min(1),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

export type Account = z.output<typeof account>;

/** The body of a request to add an account; other fields have defaults. */
export const newAccount = account.extend({
  sub: account.shape.sub.default(() => randomUUID()),
  password: account.shape.password.default("airlock"),
  emailVerified: account.shape.emailVerified.default(true),
});

export const developmentPassword = "airlock";

/** Present from the start, in both the development provider and Keycloak's realm. */
export const seededAccounts: readonly Account[] = [
  person("admin@airlock.test", "Maya", "Visser"),
  person("designer@airlock.test", "Jonas", "Lindqvist"),
  person("nobody@airlock.test", "Nora", "Body"),
];

function person(email: string, givenName: string, familyName: string): Account {
  return { sub: email.replace("@airlock.test", ""), email, givenName, familyName, password: developmentPassword, emailVerified: true };
}

export interface Accounts {
  byEmail(email: string): Account | undefined;
  bySubject(sub: string): Account | undefined;
  /** Adds an account, or replaces the one with the same address and keeps its subject. */
  put(added: Account): Account;
  list(): readonly Account[];
}

export function openAccounts(database: DatabaseSync): Accounts {
  database.exec("CREATE TABLE IF NOT EXISTS account (email TEXT PRIMARY KEY, sub TEXT UNIQUE NOT NULL, value TEXT NOT NULL) STRICT");
  const read = (row: unknown) =>
    row === undefined ? undefined : account.parse(JSON.parse(z.object({ value: z.string() }).parse(row).value));
  const accounts: Accounts = {
    byEmail: (email) => read(database.prepare("SELECT value FROM account WHERE email = ?").get(email.trim().toLowerCase())),
    bySubject: (sub) => read(database.prepare("SELECT value FROM account WHERE sub = ?").get(sub)),
    put(added) {
      const email = added.email.toLowerCase();
      const kept: Account = { ...added, email, sub: accounts.byEmail(email)?.sub ?? added.sub };
      database.prepare("INSERT OR REPLACE INTO account (email, sub, value) VALUES (?, ?, ?)").run(email, kept.sub, JSON.stringify(kept));
      return kept;
    },
    list: () =>
      database
        .prepare("SELECT value FROM account ORDER BY email")
        .all()
        .flatMap((row) => read(row) ?? []),
  };
  for (const seeded of seededAccounts) if (accounts.byEmail(seeded.email) === undefined) accounts.put(seeded);
  return accounts;
}
