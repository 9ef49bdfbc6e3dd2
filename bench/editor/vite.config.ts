import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Serves only the canvas as a production build, which is what users get. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  logLevel: "warn",
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL("../../.build/bench-editor", import.meta.url)),
    emptyOutDir: true,
    target: "es2024",
    rolldownOptions: { input: fileURLToPath(new URL("index.html", import.meta.url)) },
  },
});
