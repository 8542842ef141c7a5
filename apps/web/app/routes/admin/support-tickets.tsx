import { adminTicketMessages as texts, ticketStatusLabels } from '@shop/contracts/support/admin-messages';
import { TicketSummary } from '@shop/contracts/support/admin-schema';
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
import { loadAdminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { shortDate } from '#lib/format.ts';
import type { Route } from './+types/support-tickets';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/tickets', url.searchParams, TicketSummary);

export const meta = () => adminMeta(texts.title);

const COLUMNS = [
  {
    label: texts.number,
    cell: ({ number }: TicketSummary) => <span className="tabular-nums">{number}</span>,
    short: true,
  },
  { label: texts.subject, cell: ({ subject }: TicketSummary) => subject },
  {
    label: texts.from,
    cell: ({ name, email }: TicketSummary) => (
      <>
        <span className="block">{name}</span>
        <span className="block text-ink-muted">{email}</span>
      </>
    ),
  },
  { label: texts.date, cell: ({ createdAt }: TicketSummary) => shortDate(new Date(createdAt)), short: true },
  { label: texts.status, cell: ({ status }: TicketSummary) => <TicketBadge status={status} />, short: true },
  {
    label: texts.actions,
    cell: ({ id, number }: TicketSummary) => (
      <TextLink to={`/admin/support-tickets/${id}`} aria-label={texts.openOf(number)}>
        {texts.open}
      </TextLink>
    ),
  },
];

export default function TicketsPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  const status = search.get('status') ?? 'open';
  return (
    <AdminPage title={texts.title}>
      <FilterBar>
        <TextField
          label={texts.search}
          hint={texts.searchHint}
          type="search"
          className="col-span-full"
          {...field('q')}
        />
        <ChoiceField
          label={texts.status}
          name="status"
          of={{ ...ticketStatusLabels, all: texts.all }}
          defaultValue={status}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <Table caption={texts.list} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
        ) : (
          <EmptyState icon={Inbox} title={texts.none}>
            {search.size === 0 ? texts.nothingOpen : texts.noneFound}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
