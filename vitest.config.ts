import { defineConfig } from "vitest/config";

const everywhere = ["packages/**", "apps/**", "services/**", "scripts/**", "tests/**", "database/**"];
const never = ["**/node_modules/**", "**/dist/**", ".services/**"];

export default defineConfig({
  test: {
    // The second reporter closes every run with `N passed, N failed`, which CI adds up.
    reporters: ["default", "./scripts/ci/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: everywhere.map((root) => `${root}/*.test.{ts,tsx}`),
          exclude: [...never, "**/*.integration.test.ts"],
          environment: "node",
          // Beside builds and installs a second of work may take ten: a test that must be quick says so itself.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "integration",
          globalSetup: "tests/support/integration-setup.ts",
          include: everywhere.map((root) => `${root}/*.integration.test.ts`),
          exclude: never,
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          // The real parts are shared and the machine is small: one file at a time.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.journey.ts"],
          environment: "node",
          globalSetup: "tests/journeys/support/global-setup.ts",
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 15_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
});
