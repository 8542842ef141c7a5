import { staffMessages } from '@shop/contracts/common/messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { getOrderBatch, stopOrderBatch } from '@shop/contracts/orders/admin-operations';
import type { OrderBatch } from '@shop/contracts/orders/admin-schema';
import { Form, Link, redirect } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/order-batch';

const POLL_INTERVAL_MS = 1_000;

export async function loader({ request, params }: Route.LoaderArgs) {
  return { batch: await apiFor(request).read(getOrderBatch, { params: { id: params.batchId } }) };
}

/** The only form of the page stops the update. */
export async function action({ request, params, url }: Route.ActionArgs) {
  const key = formKeyOf(await formOf(request), params.batchId);
  const result = await apiFor(request).call(stopOrderBatch, { params: { id: params.batchId }, key });
  if (result.ok) throw redirect(url.pathname);
  return failedResponse(result.problem, adminOrderMessages.batchStopFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminOrderMessages.batchStopFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, adminOrderMessages.batchTitle);

type Failure = OrderBatch['failures'][number];
const COLUMNS = [
  {
    label: adminOrderMessages.orderId,
    cell: ({ orderId, number }: Failure) => (
      <Link to={`/admin/orders/${orderId}`} className="inline-flex min-h-11 items-center text-violet underline">
        #{number}
      </Link>
    ),
  },
  { label: adminOrderMessages.reason, cell: ({ message }: Failure) => message },
];

export default function BatchPage({ loaderData: { batch }, actionData }: Route.ComponentProps) {
  const result: ToastResult | undefined = actionData;
  const { total, done, failed, finished, failures } = batch;
  usePolling(!finished, POLL_INTERVAL_MS);
  return (
    <AdminPage title={adminOrderMessages.batchTitle} above={[{ label: adminOrderMessages.title, to: '/admin/orders' }]}>
      <FlashMessage result={result} />
      <Panel>
        <p role="status" className="mb-3">
          {adminOrderMessages.batchProgress(done + failed, total)}
        </p>
        <progress
          aria-label={adminOrderMessages.batchTitle}
          max={total}
          value={done + failed}
          className="mb-6 w-full"
        />
        <Result batch={batch} />
        {failures.length > 0 && (
          <div className="mt-6">
            <h2 className="mb-2 text-h3">{adminOrderMessages.batchFailures}</h2>
            <Table
              caption={adminOrderMessages.batchFailures}
              columns={COLUMNS}
              rows={failures}
              keyOf={({ orderId }) => orderId}
            />
          </div>
        )}
      </Panel>
    </AdminPage>
  );
}

function Result({ batch: { id, total, done, failed, finished, stopped, lostPermission } }: { batch: OrderBatch }) {
  const canStop = useCan()('orders.update-status');
  if (stopped)
    return (
      <Notice kind={lostPermission === null ? 'info' : 'error'}>
        {lostPermission !== null && `${staffMessages.lostPermission(lostPermission)} `}
        {adminOrderMessages.batchStopped(done, total)}
      </Notice>
    );
  if (finished && failed > 0) return <Notice kind="error">{adminOrderMessages.batchFinishedPartly(failed)}</Notice>;
  if (finished) return <Notice kind="success">{adminOrderMessages.batchFinished}</Notice>;
  return (
    <>
      <Notice kind="info">{adminOrderMessages.batchRunning}</Notice>
      <div className="mt-4 flex flex-wrap gap-4">
        {canStop && (
          <Form method="post" preventScrollReset>
            <FormKey />
            <IntentButton intent="stop" look="secondary">
              {adminOrderMessages.batchStop}
            </IntentButton>
          </Form>
        )}
        <ButtonLink to={`/admin/orders/batches/${id}`} look="quiet">
          {adminOrderMessages.refresh}
        </ButtonLink>
      </div>
    </>
  );
}
