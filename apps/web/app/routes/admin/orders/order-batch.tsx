import { pageTitle } from '@shop/contracts/common/constants';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderBatch } from '@shop/contracts/orders/admin-schema';
import { Link } from 'react-router';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { usePolling } from '#lib/polling.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/order-batch';

const POLL_INTERVAL_MS = 1_000;

export async function loader({ request, params }: Route.LoaderArgs) {
  const path = `/admin/order-batches/${encodeURIComponent(params.batchId)}`;
  return { batch: await apiFor(request).get(path, OrderBatch) };
}

export const meta = () => [{ title: pageTitle(adminOrderMessages.batchTitle) }, { name: 'robots', content: 'noindex' }];

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

export default function BatchPage({ loaderData: { batch } }: Route.ComponentProps) {
  const { total, done, failed, finished, failures } = batch;
  usePolling(!finished, POLL_INTERVAL_MS);
  return (
    <AdminPage title={adminOrderMessages.batchTitle} above={[{ label: adminOrderMessages.title, to: '/admin/orders' }]}>
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

function Result({ batch: { id, failed, finished } }: { batch: OrderBatch }) {
  if (finished && failed > 0) return <Notice kind="error">{adminOrderMessages.batchFinishedPartly(failed)}</Notice>;
  if (finished) return <Notice kind="success">{adminOrderMessages.batchFinished}</Notice>;
  return (
    <>
      <Notice kind="info">{adminOrderMessages.batchRunning}</Notice>
      <ButtonLink to={`/admin/orders/batches/${id}`} look="quiet">
        {adminOrderMessages.refresh}
      </ButtonLink>
    </>
  );
}
