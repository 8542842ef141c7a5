import { OrderSummary } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { pageTitle } from '@shop/contracts/site';
import { PackageSearch } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { OrderFilters } from '#components/admin/order-filters.tsx';
import { OrderTable } from '#components/admin/order-table.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { adminList } from '#lib/admin-list.server.ts';
import type { Route } from './+types/orders';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  adminList(request, '/admin/orders', url.searchParams, OrderSummary);

export const meta = () => [{ title: pageTitle(adminOrderMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function OrdersPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <AdminPage title={adminOrderMessages.title}>
      <OrderFilters errors={errors} />
      <Panel>
        {items.length > 0 ? (
          <OrderTable orders={items} />
        ) : (
          <EmptyState icon={PackageSearch} title={adminOrderMessages.none}>
            {search.size > 0 ? adminOrderMessages.noneFound : adminOrderMessages.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
