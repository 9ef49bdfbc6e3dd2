import { Link } from "@tanstack/react-router";
import { PageTop } from "../look/page-top.tsx";
import { useTitle } from "../look/use-title.ts";
import guide from "./guide.md?raw";
import { Markdown } from "./markdown.tsx";
import "./guide-page.css";

// The product's own changelog is its news; it is part of the build, so that it can be read offline too.
const changelogs = import.meta.glob<string>("../../../../CHANGELOG.md", { query: "?raw", import: "default", eager: true });
const changelog = (Object.values(changelogs)[0] ?? "").replace(/^# .*$/m, "# News");

function GuidePage({ title, text }: { readonly title: string; readonly text: string }) {
  useTitle(title);
  return (
    <div className="guide">
      <PageTop className="guide-top">
        <nav className="guide-nav" aria-label="About Airlock">
          <Link to="/documentation" activeProps={{ "aria-current": "page" }}>
            Documentation
          </Link>
          <Link to="/news" activeProps={{ "aria-current": "page" }}>
            News
          </Link>
          <Link to="/admin">Console</Link>
        </nav>
      </PageTop>
      <main className="guide-text">
        <Markdown text={text} />
      </main>
    </div>
  );
}

export function DocumentationPage() {
  return <GuidePage title="Documentation" text={guide} />;
}

export function NewsPage() {
  return <GuidePage title="News" text={changelog === "" ? `# News\n\nThis is Airlock ${__PRODUCT_VERSION__}.` : changelog} />;
}
