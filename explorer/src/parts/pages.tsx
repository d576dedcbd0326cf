/** Leads through a long list, page by page; which one is shown, `offset` of the address says. */
import { hrefWith } from "../address.ts";

type PagesProps = {
  /** Rows of a page. */
  size: number;
  offset: number;
  /** Rows of this page. */
  rows: number;
  hasNext: boolean;
  /** Where it is known. */
  total?: number | undefined;
};

export function Pages({ size, offset, rows, hasNext, total }: PagesProps) {
  const numbered = (value: number) => value.toLocaleString("en");
  return (
    <nav class="pages" aria-label="Pages">
      <span class="muted">
        {numbered(offset + 1)}–{numbered(offset + rows)}
        {total === undefined ? "" : ` of ${numbered(total)}`}
      </span>
      {offset > 0 && (
        <a
          class="button"
          rel="prev"
          href={hrefWith({ offset: offset > size ? String(offset - size) : undefined })}
        >
          Previous
        </a>
      )}
      {hasNext && (
        <a class="button" rel="next" href={hrefWith({ offset: String(offset + size) })}>
          Next
        </a>
      )}
    </nav>
  );
}
