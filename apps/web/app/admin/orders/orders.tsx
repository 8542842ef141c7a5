import { adminMessages } from '@shop/contracts/admin/messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { createOrderBatch, type exportOrders, listAllOrders } from '@shop/contracts/orders/admin-operations';
import { orderListMessages } from '@shop/contracts/orders/list-messages';
import { PackageSearch } from 'lucide-react';
import { data, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { useCan } from '#admin/kit/staff.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/orders';
import { BulkConfirmation } from './bulk-confirmation.tsx';
import { ORDER_CARD, ORDER_DETAILS, orderColumns, sumOfTotals } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { BulkStatus, PrintActions } from './order-selection.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, views] = await Promise.all([
    loadAdminList(request, listAllOrders, url.searchParams),
    loadViews(request, 'orders'),
  ]);
  return { ...list, views, formKey: crypto.randomUUID() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const viewResult = await handleViewForm(request, url, 'orders', form);
  if (viewResult) return viewResult;
  if (form.get('intent') !== 'batch') throw data(null, { status: 400 });
  const bulkUpdate = { orderIds: form.getAll('orderId'), status: form.get('status') };
  if (bulkUpdate.orderIds.length === 0) return data({ failed: adminOrderMessages.noneChosen }, { status: 422 });
  const api = apiFor(request);
  const preview = await previewEffects(form, () => api.submit(dryRunOf(createOrderBatch), bulkUpdate));
  if (preview?.ok) return { confirmation: preview.value };
  if (preview) return failedResponse(preview.problem, adminOrderMessages.bulkFailed);
  const result = await api.submit(createOrderBatch, bulkUpdate, { key: String(form.get('key')) });
  if (result.ok) throw redirect(`/admin/orders/batches/${result.value.id}`);
  return failedResponse(result.problem, adminOrderMessages.bulkFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminOrderMessages.bulkFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, adminOrderMessages.title);

type ActionResult = ToastResult & { confirmation?: Confirmation };

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, views, formKey } = loaderData;
  const result: ActionResult | undefined = actionData;
  const can = useCan();
  const toShop = (
    <ButtonLink to="/" look="secondary">
      {adminMessages.toShop}
    </ButtonLink>
  );
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
          {can('orders.export') && <ExportLink to={apiUrl<typeof exportOrders>('GET /admin/orders/export', {})} />}
        </>
      }
    >
      <FlashMessage texts={VIEW_DONE_TEXTS} result={result} />
      <BulkConfirmation confirmation={result?.confirmation} />
      <AdminList
        label={adminOrderMessages.title}
        caption={adminOrderMessages.title}
        views={views}
        search={{ label: adminOrderMessages.search, hint: adminOrderMessages.searchHint }}
        filters={<OrderFilters errors={errors} />}
        errors={errors}
        sorts={orderListMessages.sorts}
        defaultSort="-date"
        columns={orderColumns(now)}
        details={ORDER_DETAILS}
        card={ORDER_CARD}
        rows={items}
        sum={sumOfTotals(items)}
        keyOf={({ id }) => id}
        next={next}
        empty={{
          icon: PackageSearch,
          title: adminOrderMessages.none,
          hint: adminOrderMessages.noneYet,
          filtered: adminOrderMessages.noneFound,
          action: toShop,
        }}
        selection={
          can('orders.update-status')
            ? {
                name: 'orderId',
                labelOf: ({ number }) => adminOrderMessages.bulkChoose(number),
                heading: adminOrderMessages.bulkHeading,
                method: 'post',
                primary: <BulkStatus formKey={formKey} />,
                secondary: <PrintActions />,
              }
            : undefined
        }
      />
    </AdminPage>
  );
}
