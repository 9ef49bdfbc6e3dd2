import { defineConfig } from "vitest/config";

const everywhere = ["packages/**", "apps/**", "services/**", "scripts/**", "tests/**", "database/**"];
const never = ["**/node_modules/**", "**/dist/**", ".services/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: everywhere.map((root) => `${root}/*.test.{ts,tsx}`),
          exclude: [...never, "**/*.integration.test.ts"],
          environment: "node",
        },
      },
      {
        test: {
          name: "integration",
          include: everywhere.map((root) => `${root}/*.integration.test.ts`),
          exclude: never,
          environment: "node",
          testTimeout: 60_000,
          hookTimeout: 180_000,
          // The real parts are shared and the machine is small: one file at a time.
          fileParallelism: false,
        },
      },
    ],
  },
});
