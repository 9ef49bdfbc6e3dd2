export interface BigQueryInstall {
    readonly python: string;
    /** Stands for the home directory, where DuckDB looks for its extensions. */
    readonly home: string;
}
export declare function bigqueryInstall(): BigQueryInstall;
/** The BigQuery emulator in a Python environment of its own. */
export declare function installBigQuery(): Promise<void>;
