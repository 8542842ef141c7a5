import { adminTicketMessages as texts, ticketStatusLabels } from '@shop/contracts/support/admin-messages';
import { TicketSummary } from '@shop/contracts/support/admin-schema';
import { Inbox } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { TicketBadge } from '#features/admin/support/ticket-badge.tsx';
import { shortDate } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
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
        <SearchField label={texts.search} hint={texts.searchHint} {...field('q')} />
        <ChoiceField
          label={texts.status}
          name="status"
          of={{ ...ticketStatusLabels, all: texts.all }}
          defaultValue={status}
        />
      </FilterBar>
      <ListPanel
        items={items}
        next={next}
        icon={Inbox}
        none={texts.none}
        hint={search.size === 0 ? texts.nothingOpen : texts.noneFound}
      >
        <Table caption={texts.list} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
      </ListPanel>
    </AdminPage>
  );
}
