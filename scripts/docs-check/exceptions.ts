import type { Exceptions } from "./find-faults.ts";

/** Names in Markdown that are right although the project has no such file, script or constant, by page. */
export const exceptions: Exceptions = {
  // A placeholder for a migration's number.
  "docs/decisions/20261115-migrations-are-sql-files-run-by-kysely.md": [
    "database/postgres/NNN-name.sql",
    "database/clickhouse/NNN-name.sql",
  ],
  // Files that were replaced.
  "docs/decisions/20261116-component-tests-run-in-vitest-browser-mode.md": [
    "editor-canvas.journey.ts",
    "editor-panels.journey.ts",
    "editor-panels-kinds.journey.ts",
  ],
  // Variables of the example and of Node, a folder of the spool, a file of the operating system.
  "docs/operations.md": ["POSTGRES_SUPERUSER_URL", "NODE_EXTRA_CA_CERTS", "damaged/", "nsswitch.conf"],
  // In `.services`, which is not tracked.
  "services/README.md": ["pids/"],
};
