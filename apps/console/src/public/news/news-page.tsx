import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PageTop } from "../../ui/page-top.tsx";
import { useTitle } from "../../ui/use-title.ts";
import guide from "./guide.md?raw";
import { anchorOf, blocks, Markdown } from "./markdown.tsx";
import "./guide-page.css";

// The product's own changelog is its news; it is part of the build, so that it can be read offline too.
const changelogs = import.meta.glob<string>("../../../../../CHANGELOG.md", { query: "?raw", import: "default" });

interface GuidePageProps {
  readonly title: string;
  readonly text: string;
  /** Above the text. */
  readonly contents?: readonly string[];
}

function GuidePage({ title, text, contents = [] }: GuidePageProps) {
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
        {contents.length > 0 && (
          <nav className="guide-contents" aria-label="Contents">
            {contents.map((heading) => (
              <a key={heading} href={`#${anchorOf(heading)}`}>
                {heading}
              </a>
            ))}
          </nav>
        )}
        <Markdown text={text} />
      </main>
    </div>
  );
}

const guideContents = blocks(guide).flatMap((block) => (block.kind === "heading" && block.level === 2 ? [block.text] : []));

export function DocumentationPage() {
  return <GuidePage title="Documentation" text={guide} contents={guideContents} />;
}

export function NewsPage() {
  const { data = "" } = useQuery({ queryKey: ["changelog"], queryFn: readChangelog, staleTime: Number.POSITIVE_INFINITY });
  return <GuidePage title="News" text={`# News\n\n${data}`} />;
}

/** Without its title and introduction. */
async function readChangelog(): Promise<string> {
  const texts = await Promise.all(Object.values(changelogs).map((load) => load()));
  return texts.join("").replace(/^[\s\S]*?(?=^## )/m, "");
}
