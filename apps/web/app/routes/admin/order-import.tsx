import { IMPORT_BYTES_MAX, OrderImportAnswer } from '@shop/contracts/admin-orders';
import { adminOrderMessages as messages } from '@shop/contracts/admin-orders-texts';
import { pageTitle } from '@shop/contracts/site';
import { data, redirect } from 'react-router';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { ImportFile } from '#components/admin/orders/import-file.tsx';
import { ImportFindings } from '#components/admin/orders/import-findings.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { refusalOr } from '#lib/send-form.server.ts';
import { whenUnreachable } from '#lib/unreachable.ts';
import type { Route } from './+types/order-import';

type Answer = { failed: string } | { csv: string; applyKey: string; found: OrderImportAnswer };

/** A file is read through first. Its words come back with the page, and with them the button that has them done. */
export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const key = form.get('key');
  const file = form.get('file');
  const csv = file instanceof File ? await file.text() : String(form.get('csv') ?? '');
  if (csv.trim() === '') return data<Answer>({ failed: messages.importNoFile }, { status: 422 });

  const wish = { csv, apply: key !== null };
  const answer = await apiFor(request).post(
    '/admin/order-imports',
    OrderImportAnswer,
    wish,
    key === null ? crypto.randomUUID() : String(key),
  );
  if (!answer.ok) {
    const { problem } = answer;
    return data<Answer>({ failed: refusalOr(messages.importFailed)(problem) }, { status: problem.status });
  }
  if (answer.value.batchId) throw redirect(`/admin/orders/batches/${answer.value.batchId}`);
  return { csv, applyKey: crypto.randomUUID(), found: answer.value } satisfies Answer;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const file = (await request.clone().formData()).get('file');
  if (file instanceof File && file.size > IMPORT_BYTES_MAX)
    return data<Answer>({ failed: messages.importTooLarge }, { status: 413 });
  return serverAction().catch(whenUnreachable({ failed: messages.importFailed }));
}

/** The guard of every page of the panel asks before this one is shown; there is nothing to read. */
export const loader = () => null;

export const meta = () => [{ title: pageTitle(messages.importTitle) }, { name: 'robots', content: 'noindex' }];

export default function OrderImportPage({ actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData;
  return (
    <AdminPage title={messages.importTitle} above={[{ label: messages.title, to: '/admin/orders' }]}>
      <div className="grid grid-cols-1 gap-6">
        {answer && 'found' in answer && <ImportFindings {...answer} />}
        <ImportFile failed={answer && 'failed' in answer ? answer.failed : undefined} />
      </div>
    </AdminPage>
  );
}
