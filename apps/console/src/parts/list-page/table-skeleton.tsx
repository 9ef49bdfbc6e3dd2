import Skeleton from "@mui/material/Skeleton";

const widths = [132, 104, 150, 118, 92, 126, 110, 140];

/** The skeleton of the rows; appears only when loading takes noticeably long. */
export function TableSkeleton({ narrow, rows = 8 }: { readonly narrow: boolean; readonly rows?: number }) {
  return (
    <output className={narrow ? "table-skeleton narrow" : "table-skeleton"} aria-label="Loading">
      {!narrow && (
        <span className="skeleton-head">
          <i />
          <Skeleton width={56} height={10} />
          <Skeleton width={84} height={10} />
          <Skeleton width={44} height={10} />
        </span>
      )}
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className="skeleton-row">
          <Skeleton width={16} height={16} />
          <Skeleton width={widths[index % widths.length]} height={12} />
          <Skeleton width={`${78 - (index % 6) * 9}%`} height={12} />
          <Skeleton width={64} height={20} sx={{ borderRadius: "10px" }} />
        </span>
      ))}
    </output>
  );
}
