/** One rule: port = base + offset. Two instances stand side by side when their bases are at least `portSpan` apart. */
export declare const portOffsets: {
    readonly edge: 0;
    readonly api: 1;
    readonly runtime1: 2;
    readonly runtime2: 3;
    readonly runtime3: 4;
    readonly runtime4: 5;
    readonly worker: 6;
    readonly console: 7;
    readonly postgres: 10;
    readonly nats: 11;
    readonly natsMonitoring: 12;
    readonly clickhouse: 13;
    readonly idp: 14;
    readonly smtp: 15;
    readonly inbox: 16;
    readonly gcs: 17;
    readonly keycloak: 18;
    readonly keycloakManagement: 19;
    readonly bigquery: 20;
    readonly s3: 21;
};
export type PortName = keyof typeof portOffsets;
export declare const portSpan = 22;
