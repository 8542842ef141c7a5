import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { PageSummary } from '@shop/contracts/content/admin-schema';
import { pagePath } from '@shop/contracts/content/constants';
import { Age, QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { Badge } from '#ui/badge.tsx';

/** Title and path left, status right; what needs attention is a line below. */
export const PAGE_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-1';
const EXCEPTION = 'max-tablet:row-start-2 max-tablet:hidden max-tablet:has-[[data-exception]]:block';

export const pageColumns = (now: Date): ListColumn<PageSummary>[] => [
  {
    key: 'page',
    label: texts.page,
    className: 'max-tablet:row-start-1',
    cell: ({ id, slug, title }) => (
      <>
        <RowLink to={`/admin/pages/${id}`} aria-label={texts.editOf(title)} className="block truncate">
          {title}
        </RowLink>
        <SecondLine>{pagePath(slug)}</SecondLine>
      </>
    ),
  },
  {
    key: 'status',
    label: texts.status,
    className: 'tablet:w-44 max-tablet:row-start-1 max-tablet:justify-self-end',
    cell: (page) => <PageStatus {...page} />,
  },
  {
    key: 'published',
    label: texts.lastPublished,
    className: 'tablet:w-32 max-desktop:hidden',
    cell: ({ publishedAt }) =>
      publishedAt ? <Age at={publishedAt} now={now} className="text-ink-soft" /> : texts.never,
  },
  {
    key: 'review',
    label: texts.review,
    className: `tablet:w-32 ${EXCEPTION}`,
    cell: ({ reviewedAt }) =>
      reviewedAt ? (
        <span className="text-ink-soft">{texts.reviewed}</span>
      ) : (
        <span data-exception>
          <Badge tone="pending">{texts.notReviewed}</Badge>
        </span>
      ),
  },
  {
    key: 'checks',
    label: texts.checks,
    className: `tablet:w-40 max-tablet:col-start-2 max-tablet:justify-self-end ${EXCEPTION}`,
    cell: ({ findings }) =>
      findings > 0 ? (
        <span data-exception>
          <Badge tone="cancelled">{texts.outdated(findings)}</Badge>
        </span>
      ) : (
        <span className="text-ink-soft">{texts.noFindings}</span>
      ),
  },
];

/** A draft of a public page is an exception; its public text is the normal state. */
function PageStatus({ builtIn, publishedAt, hasDraft }: Pick<PageSummary, 'builtIn' | 'publishedAt' | 'hasDraft'>) {
  const isPublic = builtIn || publishedAt !== null;
  if (hasDraft) return <Badge tone="processing">{isPublic ? texts.unpublishedDraft : texts.draft}</Badge>;
  if (!isPublic) return null;
  return <QuietState dot="good">{publishedAt ? texts.published : texts.builtInText}</QuietState>;
}
