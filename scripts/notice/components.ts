import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the product ships that is not from the npm registry. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly copyright: string;
  readonly source: string;
}

/** Pinned in `deploy/Dockerfile` and `services/install/lightgbm.ts`; a test compares the versions. */
export const components: readonly Component[] = [
  {
    name: "LightGBM",
    version: "4.7.0",
    license: "MIT",
    copyright: "Copyright (c) Microsoft Corporation",
    source: "https://pypi.org/project/lightgbm/",
  },
];

/** What the trial image has in addition. The licence of Go is that of its modules at golang.org/x. */
export function trialComponents(root: string): readonly Component[] {
  const chdb = JSON.parse(readFileSync(join(root, "node_modules/chdb/package.json"), "utf8")) as { readonly version: string };
  return [
    {
      name: "chDB",
      version: chdb.version,
      license: "Apache-2.0",
      copyright: "Contains ClickHouse. Copyright 2016-2026 ClickHouse, Inc. The text is in /airlock/node_modules/chdb/LICENSE",
      source: "https://github.com/chdb-io/chdb-node",
    },
    {
      name: "Go",
      version: "standard library",
      license: "BSD-3-Clause",
      copyright: "Copyright 2009 The Go Authors. The text is that of golang.org/x/sys",
      source: "https://go.dev",
    },
  ];
}
