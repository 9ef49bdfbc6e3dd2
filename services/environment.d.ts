import { type Instance } from "./instance.ts";
/** The settings of the product's processes for this instance; limits keep the product's own defaults. */
export declare function environment(instance: Instance): {
    AIRLOCK_PUBLIC_URL: string;
    AIRLOCK_HOST: string;
    AIRLOCK_API_PORT: string;
    AIRLOCK_RUNTIME_PORT: string;
    AIRLOCK_WORKER_PORT: string;
    AIRLOCK_DATA_DIR: string;
    AIRLOCK_POSTGRES_URL: string;
    AIRLOCK_POSTGRES_MIGRATION_URL: string;
    AIRLOCK_NATS_URL: string;
    AIRLOCK_NATS_REPLICAS: string;
    AIRLOCK_CLICKHOUSE_URL: string;
    AIRLOCK_CLICKHOUSE_DATABASE: string;
    AIRLOCK_OIDC_ISSUER: string;
    AIRLOCK_OIDC_CLIENT_ID: string;
    AIRLOCK_OIDC_AUDIENCE: string;
    AIRLOCK_SMTP_URL: string;
    AIRLOCK_MAIL_FROM: string;
    AIRLOCK_GCS_ENDPOINT: string;
    AIRLOCK_FIRST_ORGANISATION: string;
    AIRLOCK_FIRST_ADMIN_EMAIL: string;
    AIRLOCK_LOG_LEVEL: string;
    AIRLOCK_RATE_LIMIT: string;
};
export declare function environmentFile(instance: Instance): string;
export declare function writeEnvironment(instance: Instance): Promise<void>;
