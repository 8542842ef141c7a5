import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { PageSummary } from '@shop/contracts/content/admin-schema';
import { pagePath } from '@shop/contracts/content/constants';
import { shortDate } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const COLUMNS = [
  {
    label: texts.page,
    cell: ({ id, slug, title }: PageSummary) => (
      <>
        <TextLink to={`/admin/pages/${id}`} aria-label={texts.editOf(title)} className="wrap-anywhere">
          {title}
        </TextLink>
        <span className="block text-ink-muted wrap-anywhere">{pagePath(slug)}</span>
      </>
    ),
  },
  { label: texts.status, cell: (page: PageSummary) => <PageStatus {...page} /> },
  {
    label: texts.lastPublished,
    short: true,
    cell: ({ publishedAt }: PageSummary) => (publishedAt ? shortDate(new Date(publishedAt)) : texts.never),
  },
  {
    label: texts.review,
    short: true,
    cell: ({ reviewedAt }: PageSummary) =>
      reviewedAt ? texts.reviewed : <Badge tone="pending">{texts.notReviewed}</Badge>,
  },
  {
    label: texts.checks,
    cell: ({ findings }: PageSummary) =>
      findings > 0 ? <Badge tone="cancelled">{texts.outdated(findings)}</Badge> : texts.noFindings,
  },
];

export const PageTable = ({ pages }: { pages: PageSummary[] }) => (
  <Table caption={texts.list} columns={COLUMNS} rows={pages} keyOf={({ id }) => id} />
);

function PageStatus({ builtIn, publishedAt, hasDraft }: Pick<PageSummary, 'builtIn' | 'publishedAt' | 'hasDraft'>) {
  const isPublic = builtIn || publishedAt !== null;
  return (
    <span className="inline-flex flex-wrap gap-2 max-tablet:justify-end">
      {publishedAt ? texts.published : builtIn && texts.builtInText}
      {hasDraft && <Badge tone="processing">{isPublic ? texts.unpublishedDraft : texts.draft}</Badge>}
    </span>
  );
}
