import { useNavigate } from "@tanstack/react-router";
import type { PageFragment } from "@/gql/shared.gql";
import { count, plural } from "@/lib/format";
import { Button } from "../button/button";
import css from "./pagination.module.css";

/** Where a page stands among all of them, and the way to its neighbours. Cursors are part of the URL. */
export function Pagination({
  page,
  shown,
  total,
  noun,
  nouns,
  from,
}: {
  page: PageFragment;
  shown: number;
  total: number;
  /** One of what is listed. */
  noun: string;
  /** More of them, where it is not the one with an s. */
  nouns?: string;
  /** The place of the first one, from 1, where it is known. */
  from?: number;
}) {
  const navigate = useNavigate();
  const go = (cursor: { after?: string; before?: string }) =>
    void navigate({ to: ".", search: (old: object) => ({ ...old, after: undefined, before: undefined, ...cursor }) });
  const more = page.hasNextPage || page.hasPreviousPage;
  const range = from === undefined ? `${count(shown)} of ` : `${count(from)}–${count(from + shown - 1)} of `;
  return (
    <nav className={css.pagination} aria-label="Pages">
      <span className={css.total}>
        {more && range}
        {plural(total, noun, nouns)}
      </span>
      {more && (
        <span className={css.buttons}>
          <Button
            small
            icon="left"
            disabled={!page.hasPreviousPage}
            onClick={() => go({ before: page.startCursor ?? undefined })}
          >
            Previous
          </Button>
          <Button small disabled={!page.hasNextPage} onClick={() => go({ after: page.endCursor ?? undefined })}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
