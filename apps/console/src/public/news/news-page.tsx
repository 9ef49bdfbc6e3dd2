import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { documentationAddress } from "../../ui/documentation-address.ts";
import { PageTop } from "../../ui/page-top.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { Markdown } from "./markdown.tsx";
import "./news-page.css";

// The product's own changelog is its news; it is part of the build, so that it can be read offline too.
const changelogs = import.meta.glob<string>("../../../../../CHANGELOG.md", { query: "?raw", import: "default" });

export function NewsPage() {
  useTitle("News");
  const { data = "" } = useQuery({ queryKey: ["changelog"], queryFn: readChangelog, staleTime: Number.POSITIVE_INFINITY });
  return (
    <div className="news">
      <PageTop className="news-top">
        <nav className="news-nav" aria-label="About Airlock">
          <a href={documentationAddress}>Documentation</a>
          <Link to="/news" activeProps={{ "aria-current": "page" }}>
            News
          </Link>
          <Link to="/admin">Console</Link>
        </nav>
      </PageTop>
      <main className="news-text" lang="en">
        <Markdown text={`# News\n\n${data}`} />
      </main>
    </div>
  );
}

/** Always in English. Without its title and introduction. */
async function readChangelog(): Promise<string> {
  const texts = await Promise.all(Object.values(changelogs).map((load) => load()));
  return texts.join("").replace(/^[\s\S]*?(?=^## )/m, "");
}
