import { roleLabels, customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { CustomerSummary } from '@shop/contracts/identity/admin-schema';
import { UserSearch } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { shortDate } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/customers';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/customers', url.searchParams, CustomerSummary);

export const meta = () => adminMeta(texts.title);

const { admin: _, ...ROLES } = roleLabels;
const COLUMNS = [
  { label: texts.name, cell: ({ name }: CustomerSummary) => name },
  { label: texts.email, cell: ({ email }: CustomerSummary) => email },
  {
    label: texts.role,
    short: true,
    cell: ({ role }: CustomerSummary) => (role === 'customer' ? texts.customer : roleLabels[role]),
  },
  { label: texts.since, cell: ({ createdAt }: CustomerSummary) => shortDate(new Date(createdAt)), short: true },
  {
    label: texts.actions,
    cell: ({ id, name }: CustomerSummary) => (
      <TextLink to={`/admin/customers/${id}`} aria-label={texts.viewOf(name)}>
        {texts.view}
      </TextLink>
    ),
  },
];

export default function CustomersPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const field = useFilterField(errors);
  return (
    <AdminPage title={texts.title}>
      <FilterBar>
        <SearchField label={texts.search} hint={texts.searchHint} {...field('q')} />
        <ChoiceField
          label={texts.role}
          any={texts.anyRole}
          of={{ staff: texts.staff, ...ROLES, customer: texts.customer }}
          {...field('role')}
        />
      </FilterBar>
      <ListPanel
        items={items}
        next={next}
        icon={UserSearch}
        none={texts.none}
        hint={search.size > 0 ? texts.noneFound : texts.noneYet}
      >
        <Table caption={texts.list} columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
      </ListPanel>
    </AdminPage>
  );
}
