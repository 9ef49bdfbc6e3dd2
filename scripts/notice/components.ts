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
