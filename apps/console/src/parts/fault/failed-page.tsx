import type { ComponentProps } from "react";
import { asProblem } from "../../api/api-problem.ts";
import { ButtonLink } from "../../ui/button-link.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { State } from "../../ui/state.tsx";
import { FaultPanel } from "./fault-panel.tsx";

interface FailedPageProps extends Pick<ComponentProps<typeof PageHead>, "title" | "back"> {
  readonly error: unknown;
  readonly onRetry: () => unknown;
  /** The content of a page whose resource does not exist. */
  readonly missing: { readonly icon: ComponentProps<typeof State>["icon"]; readonly title: string; readonly text: string };
}

/** The page of a resource that could not be read: it does not exist, or reading it failed and can be tried again. */
export function FailedPage({ title, back, error, onRetry, missing }: FailedPageProps) {
  return (
    <>
      <PageHead title={title} back={back} />
      <section className="card">
        {asProblem(error).status === 404 ? (
          <State
            icon={missing.icon}
            tone="quiet"
            title={missing.title}
            actions={
              <ButtonLink variant="outlined" to={back.to}>
                {back.label}
              </ButtonLink>
            }
          >
            <p>{missing.text}</p>
          </State>
        ) : (
          <FaultPanel error={error} onRetry={() => void onRetry()} />
        )}
      </section>
    </>
  );
}
