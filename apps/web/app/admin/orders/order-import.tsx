import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { effectMessages, effectSentence } from '@shop/contracts/effects/messages';
import { adminOrderMessages as messages } from '@shop/contracts/orders/admin-messages';
import { importOrderStatuses } from '@shop/contracts/orders/admin-operations';
import { IMPORT_BYTES_MAX, IMPORT_ERRORS_SHOWN, type OrderImportResult } from '@shop/contracts/orders/admin-schema';
import { statusLabels } from '@shop/contracts/orders/messages';
import { data, Form, redirect } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/order-import';

type ImportActionResult =
  | { failed: string }
  | { csv: string; applyKey: string; found: OrderImportResult; effect?: string };

/** The effects of 500 orders take a few seconds. */
const DRY_RUN_MS = 9_000;

/** A file gets a dry run first. The page returns its content with a button that applies it. */
export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const key = form.get('key');
  const file = form.get('file');
  const csv = file instanceof File ? await file.text() : String(form.get('csv') ?? '');
  if (csv.trim() === '') return data<ImportActionResult>({ failed: messages.importNoFile }, { status: 422 });

  const importRequest = { csv, apply: key !== null };
  const result = await apiFor(request).call(importOrderStatuses, {
    body: importRequest,
    key: key === null ? crypto.randomUUID() : String(key),
  });
  if (!result.ok) return failedResponse(result.problem, messages.importFailed);
  if (result.value.batchId) throw redirect(`/admin/orders/batches/${result.value.batchId}`);
  const checked = { csv, applyKey: crypto.randomUUID(), found: result.value };
  if (result.value.errors.length > 0) return checked satisfies ImportActionResult;
  const dryRun = await apiFor(request, { deadlineMs: DRY_RUN_MS }).call(dryRunOf(importOrderStatuses), {
    body: { csv, apply: true },
  });
  if (dryRun.ok) return { ...checked, effect: effectSentence(dryRun.value.effects) } satisfies ImportActionResult;
  if (dryRun.problem.code !== 'dry_run_too_large') return failedResponse(dryRun.problem, effectMessages.failed);
  return { ...checked, effect: messages.importTooLargeToCheck } satisfies ImportActionResult;
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const file = (await request.clone().formData()).get('file');
  if (file instanceof File && file.size > IMPORT_BYTES_MAX)
    return data<ImportActionResult>({ failed: messages.importTooLarge }, { status: 413 });
  return serverAction().catch(onNetworkError({ failed: messages.importFailed }));
}

/** A guarded page needs a loader, so that its guard also runs on a client-side navigation. */
export const loader = () => null;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.importTitle);

export default function OrderImportPage({ actionData }: Route.ComponentProps) {
  const result: ImportActionResult | undefined = actionData;
  return (
    <AdminPage title={messages.importTitle} above={[{ label: messages.title, to: '/admin/orders' }]}>
      <div className="grid grid-cols-1 gap-6">
        {result && 'found' in result && <ImportDryRun {...result} />}
        <ImportFile failed={result && 'failed' in result ? result.failed : undefined} />
      </div>
    </AdminPage>
  );
}

type ImportDryRunProps = {
  csv: string;
  applyKey: string;
  found: OrderImportResult;
  /** What the file does, of one without errors. */
  effect?: string;
};
type RowError = OrderImportResult['errors'][number];

const COLUMNS = [
  { label: messages.importRow, cell: ({ row }: RowError) => row, numeric: true },
  { label: messages.reason, cell: ({ message }: RowError) => message },
];

/** The errors of a file, or the status changes it would make and the button that applies them. */
function ImportDryRun({ csv, applyKey, found: { statuses, errors }, effect }: ImportDryRunProps) {
  const busy = useIsSubmitting({ key: applyKey });
  if (errors.length > 0)
    return (
      <Panel title={messages.importErrors}>
        <Notice kind="error">{messages.importRejected(errors.length >= IMPORT_ERRORS_SHOWN)}</Notice>
        <div className="mt-4">
          <Table
            caption={messages.importErrors}
            columns={COLUMNS}
            rows={errors}
            keyOf={({ row, message }) => `${row} ${message}`}
          />
        </div>
      </Panel>
    );
  return (
    <Panel title={messages.importResult}>
      <Notice kind="info">{messages.importPending}</Notice>
      <ul className="my-4 list-disc pl-6">
        {statuses.map(({ status, orders }) => (
          <li key={status}>{messages.importSummary(orders, statusLabels[status])}</li>
        ))}
      </ul>
      <p role="status" className="wrap-anywhere mb-4 border-violet border-l-[3px] bg-violet-tint px-4 py-3 text-small">
        {effect}
      </p>
      <Form method="post" encType="multipart/form-data">
        <input type="hidden" name="csv" value={csv} />
        <input type="hidden" name="key" value={applyKey} />
        <Button type="submit" busy={busy} busyLabel={messages.updating}>
          {messages.importApply}
        </Button>
      </Form>
    </Panel>
  );
}

/** Uploads a table of orders and statuses for a dry run. Changes no order. */
function ImportFile({ failed }: { failed?: string }) {
  const busy = useIsSubmitting();
  return (
    <Panel title={messages.importFile}>
      <p className="mb-4 text-ink-soft">{messages.importIntro}</p>
      <Form method="post" encType="multipart/form-data" className="grid justify-items-start gap-4">
        <Field label={messages.importField} hint={messages.importHint} error={failed} className="w-full">
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,text/csv"
              className={`${control.className} py-2.5 text-small`}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} busyLabel={messages.importReading}>
          {messages.importRead}
        </Button>
      </Form>
    </Panel>
  );
}
