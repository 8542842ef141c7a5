import { TicketSummary } from '@shop/contracts/admin-tickets';
import { ticketStatusLabels, adminTicketMessages as words } from '@shop/contracts/admin-tickets-texts';
import { Inbox } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { ChoiceField } from '#components/admin/choice-field.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { TextLink } from '#components/admin/text-link.tsx';
import { TicketBadge } from '#components/admin/ticket-badge.tsx';
import { useFilterField } from '#components/admin/use-filter-field.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Table } from '#components/ui/table.tsx';
import { adminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { shortDate } from '#lib/format.ts';
import type { Route } from './+types/support-tickets';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  adminList(request, '/admin/tickets', url.searchParams, TicketSummary);

export const meta = () => adminMeta(words.title);

const COLUMNS = [
  {
    label: words.number,
    cell: ({ number }: TicketSummary) => <span className="tabular-nums">{number}</span>,
    short: true,
  },
  { label: words.subject, cell: ({ subject }: TicketSummary) => subject },
  {
    label: words.from,
    cell: ({ name, email }: TicketSummary) => (
      <>
        <span className="block">{name}</span>
        <span className="block text-ink-muted">{email}</span>
      </>
    ),
  },
  { label: words.date, cell: ({ createdAt }: TicketSummary) => shortDate(new Date(createdAt)), short: true },
  { label: words.status, cell: ({ status }: TicketSummary) => <TicketBadge status={status} />, short: true },
  {
    label: words.actions,
    cell: ({ id, number }: TicketSummary) => (
      <TextLink to={`/admin/support-tickets/${id}`} aria-label={words.openOf(number)}>
        {words.open}
      </TextLink>
    ),
  },
];

export default function TicketsPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  const status = search.get('status') ?? 'open';
  return (
    <AdminPage title={words.title}>
      <FilterBar>
        <TextField
          label={words.search}
          hint={words.searchHint}
          type="search"
          className="col-span-full"
          {...field('q')}
        />
        <ChoiceField
          label={words.status}
          name="status"
          of={{ ...ticketStatusLabels, all: words.all }}
          defaultValue={status}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <Table caption={words.list} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
        ) : (
          <EmptyState icon={Inbox} title={words.none}>
            {search.size === 0 ? words.nothingOpen : words.noneFound}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
