import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { effectMessages, effectSentence } from '@shop/contracts/effects/messages';
import { adminOrderMessages as messages } from '@shop/contracts/orders/admin-messages';
import { importOrderStatuses } from '@shop/contracts/orders/admin-operations';
import { IMPORT_BYTES_MAX, type OrderImportResult } from '@shop/contracts/orders/admin-schema';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/order-import';
import { ImportDryRun } from './import-dry-run.tsx';
import { ImportFile } from './import-file.tsx';

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
