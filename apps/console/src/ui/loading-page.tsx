import Skeleton from "@mui/material/Skeleton";
import type { ComponentProps } from "react";
import { PageHead } from "./page-head.tsx";

interface LoadingPageProps extends Pick<ComponentProps<typeof PageHead>, "title" | "back"> {
  /** The heights of its cards, from the top. */
  readonly heights: readonly number[];
  /** The layout of the page. */
  readonly className?: string;
}

/** The page of a resource that is being read for the first time: cards where its content will be. */
export function LoadingPage({ title, back, heights, className = "stack" }: LoadingPageProps) {
  return (
    <>
      <PageHead title={title} back={back} />
      <div className={className} aria-busy="true">
        {heights.map((height, place) => (
          <Skeleton key={place} variant="rounded" height={height} />
        ))}
      </div>
    </>
  );
}
