import { roleLabels, customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { listCustomers } from '@shop/contracts/identity/admin-operations';
import type { CustomerSummary } from '@shop/contracts/identity/admin-schema';
import { UserSearch } from 'lucide-react';
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
import type { Route } from './+types/customers';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, views] = await Promise.all([
    loadAdminList(request, listCustomers, url.searchParams),
    loadViews(request, 'customers'),
  ]);
  return { ...list, views };
}

export async function action({ request, url }: Route.ActionArgs) {
  const result = await handleViewForm(request, url, 'customers', await formOf(request));
  if (!result) throw data(null, { status: 400 });
  return result;
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const { admin: _, ...ROLES } = roleLabels;
const CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

const columns = (now: Date): ListColumn<CustomerSummary>[] => [
  {
    key: 'name',
    label: texts.name,
    sort: ['name', '-name'],
    className: 'max-tablet:row-span-2',
    cell: ({ id, name, email }) => (
      <>
        <RowLink to={`/admin/customers/${id}`} className="block truncate">
          {name}
        </RowLink>
        <SecondLine>{email}</SecondLine>
      </>
    ),
  },
  {
    key: 'role',
    label: texts.role,
    optional: 'on',
    className: 'tablet:w-40 max-tablet:col-start-2 max-tablet:justify-self-end',
    cell: ({ role }) => (role === 'customer' ? texts.customer : roleLabels[role]),
  },
  {
    key: 'since',
    label: texts.since,
    optional: 'on',
    sort: ['-created', 'created'],
    className: 'tablet:w-40 max-tablet:col-start-2 max-tablet:justify-self-end',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'actions',
    label: texts.actions,
    hideLabel: true,
    className: 'tablet:w-20 tablet:text-right max-tablet:absolute',
    cell: ({ id, name }) => (
      <QuietLink to={`/admin/customers/${id}`} aria-label={texts.viewOf(name)}>
        {texts.view}
      </QuietLink>
    ),
  },
];

export default function CustomersPage({ loaderData, actionData }: Route.ComponentProps) {
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
            label={texts.role}
            name="role"
            any={texts.anyRole}
            of={{ staff: texts.staff, ...ROLES, customer: texts.customer }}
          />
        }
        errors={errors}
        sorts={texts.sorts}
        defaultSort="-created"
        columns={columns(now)}
        card={CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{ icon: UserSearch, title: texts.none, hint: texts.noneYet, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}
