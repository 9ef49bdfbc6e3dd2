import { ButtonLink } from "../ui/button-link.ts";
import { Icon } from "../ui/icons/icon.tsx";

interface ReleasesLinkProps {
  readonly of: { readonly solutionWss: string; readonly solutionName: string };
}

/** Where a release that a monitor complains of is stopped. */
export function ReleasesLink({ of }: ReleasesLinkProps) {
  return (
    <ButtonLink
      color="inherit"
      startIcon={<Icon name="rocket" size={14} />}
      to="/admin/solutions/$webSafeString/releases"
      params={{ webSafeString: of.solutionWss }}
    >
      Releases of {of.solutionName}
    </ButtonLink>
  );
}
