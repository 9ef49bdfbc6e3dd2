import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare const postgresAccounts: {
    /** Initdb's superuser: creates the roles and nothing else. */
    readonly superuser: {
        readonly user: "airlock_super";
        readonly password: "airlock";
    };
    /** Owns the schema; passes row-level security, so that its SECURITY DEFINER functions can look across organisations. */
    readonly owner: {
        readonly user: "airlock_owner";
        readonly password: "airlock";
    };
    /** What api and worker use: row-level security always holds for it. */
    readonly app: {
        readonly user: "airlock_app";
        readonly password: "airlock";
    };
};
export declare function postgresUrl(instance: Instance, account: keyof typeof postgresAccounts, to?: string): string;
export declare const postgres: Part;
