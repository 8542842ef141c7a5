import { adminMessages } from '@shop/contracts/admin/messages';
import { pageTitle } from '@shop/contracts/common/constants';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { PackageSearch } from 'lucide-react';
import { data, Form, redirect, useSearchParams } from 'react-router';
import { BulkBar } from '#features/admin/orders/bulk-bar.tsx';
import { OrderFilters } from '#features/admin/orders/order-filters.tsx';
import { OrderTable } from '#features/admin/orders/order-table.tsx';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ExportLink } from '#features/admin/shared/export-link.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/orders';

export async function loader({ request, url }: Route.LoaderArgs) {
  return {
    ...(await loadAdminList(request, '/admin/orders', url.searchParams, OrderSummary)),
    formKey: crypto.randomUUID(),
  };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const bulkUpdate = { orderIds: form.getAll('orderId'), status: form.get('status') };
  if (bulkUpdate.orderIds.length === 0) return data({ failed: adminOrderMessages.noneChosen }, { status: 422 });
  const result = await apiFor(request).post(
    '/admin/order-batches',
    CreatedResponse,
    bulkUpdate,
    String(form.get('key')),
  );
  if (result.ok) throw redirect(`/admin/orders/batches/${result.value.id}`);
  return failedResponse(result.problem, adminOrderMessages.bulkFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminOrderMessages.bulkFailed }));

export const meta = () => [{ title: pageTitle(adminOrderMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, formKey } = loaderData;
  const [search] = useSearchParams();
  const can = useCan();
  return (
    <AdminPage
      title={adminOrderMessages.title}
      actions={
        <>
          {can('orders.update-status') && (
            <ButtonLink to="/admin/orders/import" look="secondary">
              {adminOrderMessages.importTitle}
            </ButtonLink>
          )}
          {can('orders.export') && <ExportLink to="/api/admin/orders/export" />}
        </>
      }
    >
      <OrderFilters errors={errors} />
      <ListPanel
        items={items}
        next={next}
        icon={PackageSearch}
        none={adminOrderMessages.none}
        hint={search.size > 0 ? adminOrderMessages.noneFound : adminOrderMessages.noneYet}
        action={
          search.size === 0 && (
            <ButtonLink to="/" look="secondary">
              {adminMessages.toShop}
            </ButtonLink>
          )
        }
      >
        <Form method="post">
          <input type="hidden" name="key" value={formKey} />
          {can('orders.update-status') && <BulkBar failed={actionData?.failed} />}
          <OrderTable orders={items} choosable={can('orders.update-status')} />
        </Form>
      </ListPanel>
    </AdminPage>
  );
}
