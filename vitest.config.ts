import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { BalancedShards } from "./scripts/ci/balanced-shards.ts";
import { installedChromium, timeZone, wide } from "./tests/support/browser.ts";

const everywhere = ["packages/**", "apps/**", "services/**", "scripts/**", "tests/**", "database/**", "demo/**", "bench/**"];
const never = ["**/node_modules/**", "**/dist/**", ".services/**"];
const otherKinds = ["**/*.integration.test.ts", "**/*.component.test.tsx"];
/** Packages without processes and servers: their unit tests share a process, so that modules are loaded once and not by every file. */
const pure = ["packages/{contract,editor,engine,flow,interchange,model}/**"];
/** Beside builds and installs a second of work may take ten: a test that must be quick says so itself. */
const unitTimeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // The second reporter closes every run with `N passed, N failed`, which CI adds up.
    reporters: ["default", "./scripts/ci/count-reporter.ts"],
    sequence: { sequencer: BalancedShards },
    projects: [
      {
        test: {
          name: "unit",
          include: everywhere.map((root) => `${root}/*.test.{ts,tsx}`),
          exclude: [...never, ...otherKinds, ...pure],
          environment: "node",
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: "unit-pure",
          include: pure.map((root) => `${root}/*.test.{ts,tsx}`),
          exclude: [...never, ...otherKinds],
          environment: "node",
          isolate: false,
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: "integration",
          globalSetup: "tests/support/integration-setup.ts",
          include: everywhere.map((root) => `${root}/*.integration.test.ts`),
          exclude: never,
          environment: "node",
          // These limits end a test that hangs. A machine that is ten times slower than usual does not reach them.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // The real parts are shared and the machine is small: one file at a time.
          fileParallelism: false,
        },
      },
      {
        // Dependencies are searched for in each run: a cached list from before an import was added makes Vite reload the page in the middle of a test.
        optimizeDeps: { force: true },
        test: {
          name: "component",
          include: everywhere.map((root) => `${root}/*.component.test.tsx`),
          exclude: never,
          setupFiles: "apps/console/src/ui/theme/component-styles.ts",
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 45_000 } },
          // Pages of one browser share its clipboard.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: wide,
            // As Playwright's own locators have it.
            locators: { exact: false },
            provider: playwright({
              // This file is also read where only unit tests run, without a browser.
              launchOptions: installedChromium() ?? {},
              actionTimeout: 45_000,
              contextOptions: {
                locale: "en-GB",
                timezoneId: timeZone,
                reducedMotion: "reduce",
                permissions: ["clipboard-read", "clipboard-write"],
              },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.journey.ts", "demo/*.journey.ts"],
          environment: "node",
          globalSetup: "tests/journeys/support/global-setup.ts",
          // Each worker loads modules once, and not again for each file.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 45_000 } },
          // Each worker has a product and a browser of its own, unless an instance is named that runs already.
          maxWorkers: process.env["AIRLOCK_JOURNEY_INSTANCE"] === undefined ? 2 : 1,
          // Vitest refuses projects with other numbers of workers in one group.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
