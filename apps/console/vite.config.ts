import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { moduleValue } from "./module-value/vite-plugin.ts";
import { translation } from "./translation/vite-plugin.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
/** Another language than the English of the sources: `pseudo`, or one with a catalogue. */
const language = process.env["AIRLOCK_CONSOLE_LANGUAGE"];
const translations = () => (language === undefined ? [] : [translation(language)]);
const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const edge = process.env["AIRLOCK_EDGE_URL"] ?? "http://localhost:8080";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  define: { __PRODUCT_VERSION__: JSON.stringify(version) },
  server: {
    port: Number(process.env["AIRLOCK_CONSOLE_PORT"] ?? 8087),
    strictPort: true,
    host: "127.0.0.1",
    // The development server forwards the requests that are not the console's to the edge.
    proxy: { "/dme": edge, "/config.json": edge },
    // Compiled when the server starts, with all that they import, instead of when the first page needs them.
    warmup: { clientFiles: ["./src/main.tsx", "./src/app/shell/shell.tsx", "./src/dashboard/dashboard-page.tsx"] },
  },
  // The manifest says which files a page needs; `npm run bundle:check` weighs them.
  build: {
    outDir: language === undefined ? "dist" : `dist/languages/${language}`,
    sourcemap: true,
    target: "es2024",
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file costs a request, a preload link and a part of the time until a page is painted. A group has what its modules import, too,
          // unless a group of higher priority has it. Modules that one half of the pages needs and the other does not are left out.
          groups: [
            // What every page needs.
            { name: "initial", tags: ["$initial"], priority: 5 },
            // What most pages behind the sign-in need. Formats are needed by public pages, too, which need nothing else of it.
            { name: "format", test: /src\/ui\/format\//, minShareCount: 10, priority: 4 },
            {
              name: "common",
              test: /src\/(api\/(use-resource|tell-problem|session\/permissions)|ui\/(button-link|page-head))\.tsx?$|@mui\/((material\/)?utils\/(contains|getActiveElement)|material\/Skeleton)\b/,
              priority: 3,
            },
            { name: "overlays", test: /src\/ui\/overlays\/|@mui\/material\/(Divider|MenuItem)\//, priority: 2 },
            { name: "fields", test: /@mui\/material\/(Checkbox|InputAdornment|Select|TextField)\//, priority: 1 },
          ],
        },
      },
    },
  },
  resolve: { alias: [{ find: /^fflate$/, replacement: fileURLToPath(new URL("src/ui/zip/zip-without-workers.ts", import.meta.url)) }] },
  worker: { plugins: translations },
  plugins: [
    ...translations(),
    react(),
    {
      name: "repository-files",
      apply: "build",
      buildStart() {
        // Globs that match nothing are no error: the console would be built without templates or news.
        const root = new URL("../../", import.meta.url);
        const hasTemplates =
          existsSync(new URL("examples", root)) && readdirSync(new URL("examples", root)).some((name) => name.endsWith(".json"));
        if (!hasTemplates) this.error("The console needs the templates in examples/*.json.");
        if (!existsSync(new URL("CHANGELOG.md", root))) this.error("The console needs CHANGELOG.md, which is its news.");
      },
    },
    moduleValue({
      file: join(packages, "flow/src/faces.ts"),
      name: "faces",
      source: "`new Map(${JSON.stringify([...value])})`",
      folder: join(packages, "flow/src"),
    }),
    moduleValue({
      file: join(packages, "contract/src/form-rules.ts"),
      name: "formRules",
      source: "JSON.stringify(value)",
      folder: join(packages, "contract/src"),
    }),
    VitePWA({
      registerType: "prompt",
      injectRegister: false,
      manifest: {
        name: "Airlock",
        short_name: "Airlock",
        description: "Draw a decision as a flow, test it, version it, and serve it as an API.",
        theme_color: "#1890ff",
        background_color: "#f4f6f9",
        display: "standalone",
        start_url: "/admin",
        icons: [{ src: "/favicon.svg", sizes: "any", type: "image/svg+xml" }],
      },
      workbox: {
        globPatterns: ["**/*.{js,css,svg,html}"],
        // Pages come from the network, so that security headers are never stale; the precached page is the fallback without a network.
        navigateFallback: null,
        directoryIndex: null,
        runtimeCaching: [
          {
            // The documentation is a separate site: the console's page is no fallback for it.
            urlPattern: ({ request, url }) =>
              request.mode === "navigate" && !url.pathname.startsWith("/dme/") && !url.pathname.startsWith("/documentation"),
            handler: "NetworkOnly",
            options: { precacheFallback: { fallbackURL: "/index.html" } },
          },
          // A deletion that is sent while the page goes away is carried out by the worker, which stays.
          { urlPattern: ({ url }) => url.pathname.startsWith("/dme/"), method: "DELETE", handler: "NetworkOnly" },
          { urlPattern: ({ url }) => url.pathname === "/config.json", handler: "NetworkFirst", options: { cacheName: "airlock-config" } },
        ],
      },
    }),
  ],
});
