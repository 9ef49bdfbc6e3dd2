import { defineConfig } from "vitepress";
import { pagesFolder } from "../src/assemble.ts";
import { anchorOf } from "../src/markdown.ts";
import { addressOf, groups } from "../src/pages.ts";

export default defineConfig({
  title: "Airlock",
  description: "Documentation of Airlock: draw a decision as a flow, test it, version it, and serve it as an API.",
  lang: "en-GB",
  base: "/documentation/",
  srcDir: pagesFolder,
  outDir: "dist",
  cleanUrls: true,
  // Meaningless here: pages are written again by each build.
  lastUpdated: false,
  head: [
    ["link", { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" }],
    ["meta", { name: "theme-color", content: "#1890ff" }],
  ],
  markdown: {
    // Pages are text: `<id>` is not an element, and `README.md` not a domain of Moldova.
    html: false,
    linkify: false,
    anchor: { slugify: anchorOf },
    config(markdown) {
      const { text } = markdown.renderer.rules;
      // Pages become Vue templates, in which two braces begin an expression.
      markdown.renderer.rules.text = (...call) => (text?.(...call) ?? "").replaceAll("{{", "&#123;&#123;");
    },
  },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    nav: [
      { text: "Tutorials", link: "/tutorials/designer", activeMatch: "/tutorials/" },
      { text: "Guides", link: "/guides/console", activeMatch: "/(guides|concepts)/" },
      { text: "Reference", link: "/reference/flow-language", activeMatch: "/reference/" },
      { text: "Changelog", link: "/about/changelog" },
    ],
    sidebar: groups.map(({ title, pages, also = [], isCollapsed = false }) => ({
      text: title,
      collapsed: isCollapsed,
      items: [
        ...pages.map((page) => ({ text: page.title, link: addressOf(page.at) })),
        ...also.map(({ title: text, at }) => ({ text, link: `/${at}` })),
      ],
    })),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        detailedView: "auto",
        // Decision records are for contributors, and would be listed before the guides.
        _render: async (text, env, markdown) => (env.relativePath.startsWith("decisions/") ? "" : await markdown.renderAsync(text, env)),
      },
    },
    externalLinkIcon: true,
    notFound: { linkLabel: "Take me home", quote: "There is no such page. Search for it, or begin at the home page." },
    docFooter: { prev: "Previous", next: "Next" },
  },
});
