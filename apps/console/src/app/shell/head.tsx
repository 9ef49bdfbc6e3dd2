import { useContext } from "react";
import { useTitle } from "../../ui/use-title.ts";
import { HeadContext } from "./head-context.ts";

/** The title in the top bar and in the window's title, between what the page puts before and after it. */
export function Head({ title }: { readonly title: string }) {
  const head = useContext(HeadContext);
  if (!head) throw new Error("There are no head slots around this component.");
  const { title: ownTitle, setBefore, setAfter } = head;
  const shown = ownTitle ?? title;
  useTitle(shown);
  return (
    <>
      <div className="top-before" ref={setBefore} />
      <h1 className="clip">{shown}</h1>
      <div className="top-after" ref={setAfter} />
    </>
  );
}
