import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { listPages } from '@shop/contracts/content/admin-operations';
import type { PageSummary } from '@shop/contracts/content/admin-schema';
import { pagePath } from '@shop/contracts/content/constants';
import { FileText } from 'lucide-react';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/pages';

export async function loader({ request }: Route.LoaderArgs) {
  // Relative dates are the same on the server and after hydration.
  return { pages: await apiFor(request).read(listPages), now: new Date() };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function PagesPage({ loaderData: { pages, now } }: Route.ComponentProps) {
  const add = useCan()('content.write') && <ButtonLink to="/admin/pages/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={add}>
      <FlashMessage texts={{ deleted: texts.deleted }} />
      <AdminList
        label={texts.title}
        caption={texts.list}
        columns={pageColumns(now)}
        card={PAGE_CARD}
        rows={pages}
        keyOf={({ id }) => id}
        next={undefined}
        empty={{ icon: FileText, title: texts.none, hint: texts.noneYet }}
      />
    </AdminPage>
  );
}

/** Title and path left, status right; what needs attention is a line below. */
const PAGE_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-1';
const EXCEPTION = 'max-tablet:row-start-2 max-tablet:hidden max-tablet:has-[[data-exception]]:block';

const pageColumns = (now: Date): ListColumn<PageSummary>[] => [
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
