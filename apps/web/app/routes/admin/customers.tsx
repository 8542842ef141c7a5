import { roleLabels } from '@shop/contracts/admin-texts';
import { CustomerSummary } from '@shop/contracts/customers';
import { customerMessages as words } from '@shop/contracts/customers-texts';
import { UserSearch } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { ChoiceField } from '#components/admin/choice-field.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { TextLink } from '#components/admin/text-link.tsx';
import { useFilterField } from '#components/admin/use-filter-field.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Table } from '#components/ui/table.tsx';
import { adminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { shortDate } from '#lib/format.ts';
import type { Route } from './+types/customers';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  adminList(request, '/admin/customers', url.searchParams, CustomerSummary);

export const meta = () => adminMeta(words.title);

const { admin: _, ...PARTS } = roleLabels;
const COLUMNS = [
  { label: words.name, cell: ({ name }: CustomerSummary) => name },
  { label: words.email, cell: ({ email }: CustomerSummary) => email },
  {
    label: words.role,
    short: true,
    cell: ({ role }: CustomerSummary) => (role === 'customer' ? words.customer : roleLabels[role]),
  },
  { label: words.since, cell: ({ createdAt }: CustomerSummary) => shortDate(new Date(createdAt)), short: true },
  {
    label: words.actions,
    cell: ({ id, name }: CustomerSummary) => (
      <TextLink to={`/admin/customers/${id}`} aria-label={words.viewOf(name)}>
        {words.view}
      </TextLink>
    ),
  },
];

export default function CustomersPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
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
          label={words.role}
          any={words.anyRole}
          of={{ staff: words.staff, ...PARTS, customer: words.customer }}
          {...field('role')}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <Table caption={words.list} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
        ) : (
          <EmptyState icon={UserSearch} title={words.none}>
            {search.size > 0 ? words.noneFound : words.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
