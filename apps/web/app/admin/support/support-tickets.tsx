import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminTicketMessages as texts, ticketStatusLabels } from '@shop/contracts/support/admin-messages';
import { listTickets } from '@shop/contracts/support/admin-operations';
import type { TicketSummary } from '@shop/contracts/support/admin-schema';
import { Inbox } from 'lucide-react';
import { data } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QuietLink, RowLink } from '#admin/kit/row-link.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/support-tickets';
import { TicketBadge } from './ticket-badge.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, views] = await Promise.all([
    loadAdminList(request, listTickets, url.searchParams),
    loadViews(request, 'tickets'),
  ]);
  return { ...list, views };
}

export async function action({ request, url }: Route.ActionArgs) {
  const result = await handleViewForm(request, url, 'tickets', await formOf(request));
  if (!result) throw data(null, { status: 400 });
  return result;
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const RIGHT = 'max-tablet:col-start-2 max-tablet:justify-self-end';

const columns = (now: Date): ListColumn<TicketSummary>[] => [
  {
    key: 'subject',
    label: texts.subject,
    className: 'max-tablet:row-start-1',
    cell: ({ id, number, subject }) => (
      <>
        <RowLink to={`/admin/support-tickets/${id}`} className="block truncate">
          {subject}
        </RowLink>
        <SecondLine className="max-tablet:hidden">
          <span className="tabular-nums">{number}</span>
        </SecondLine>
      </>
    ),
  },
  {
    key: 'from',
    label: texts.from,
    className: 'tablet:w-1/3 max-tablet:row-start-2',
    cell: ({ name, email }) => (
      <>
        <span className="block truncate">{name}</span>
        <SecondLine className="max-tablet:hidden">{email}</SecondLine>
      </>
    ),
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className: `tablet:w-32 max-tablet:row-start-1 ${RIGHT}`,
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'status',
    label: texts.status,
    className: `tablet:w-28 max-tablet:row-start-2 ${RIGHT}`,
    cell: ({ status }) => <TicketBadge status={status} />,
  },
  {
    key: 'actions',
    label: texts.actions,
    hideLabel: true,
    className: 'tablet:w-18 tablet:text-right max-tablet:absolute',
    cell: ({ id, number }) => (
      <QuietLink to={`/admin/support-tickets/${id}`} aria-label={texts.openOf(number)}>
        {texts.open}
      </QuietLink>
    ),
  },
];

export default function TicketsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, views } = loaderData;
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={VIEW_DONE_TEXTS} result={actionData} />
      <AdminList
        label={texts.title}
        caption={texts.title}
        views={views}
        search={{ label: texts.search, hint: texts.searchHint }}
        filters={
          <ChoiceFilter
            label={texts.status}
            name="status"
            of={{ ...ticketStatusLabels, all: texts.all }}
            fallback="open"
          />
        }
        errors={errors}
        sorts={listMessages.dateSorts}
        defaultSort="-date"
        columns={columns(now)}
        card={CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{ icon: Inbox, title: texts.none, hint: texts.nothingOpen, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}
