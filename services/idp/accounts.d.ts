import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
/** A person as the identity provider knows them. The password is plain: this provider is for development and tests only. */
export declare const account: z.ZodObject<{
    sub: z.ZodString;
    email: z.ZodEmail;
    password: z.ZodString;
    givenName: z.ZodString;
    familyName: z.ZodString;
    emailVerified: z.ZodBoolean;
}, z.core.$strip>;
export type Account = z.output<typeof account>;
/** What a request to add an account must hold; the rest has a default. */
export declare const newAccount: z.ZodObject<{
    email: z.ZodEmail;
    givenName: z.ZodString;
    familyName: z.ZodString;
    sub: z.ZodDefault<z.ZodString>;
    password: z.ZodDefault<z.ZodString>;
    emailVerified: z.ZodDefault<z.ZodBoolean>;
}, z.core.$strip>;
export declare const developmentPassword = "airlock";
/** There from the start, in both the development provider and Keycloak's realm. */
export declare const seededAccounts: readonly Account[];
export interface Accounts {
    byEmail(email: string): Account | undefined;
    bySubject(sub: string): Account | undefined;
    /** Adds an account, or replaces the one with the same address and keeps its subject. */
    put(added: Account): Account;
    list(): readonly Account[];
}
export declare function openAccounts(database: DatabaseSync): Accounts;
