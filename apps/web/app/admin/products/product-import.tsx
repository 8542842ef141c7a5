import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import {
  getProductImport,
  listProductImportProblems,
  runProductImport,
  stopProductImport,
  undoProductImport,
} from '@shop/contracts/catalog/admin-operations';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { isUnderWay, type ProductImport } from '@shop/contracts/catalog/import-schema';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { usePolling } from '#lib/polling.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/product-import';
import { ConfirmImport } from './confirm-import.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportStage } from './import-stage.tsx';

const POLL_INTERVAL_MS = 1_000;
const IMPORT_ACTIONS = new Map(
  Object.entries({ run: runProductImport, stop: stopProductImport, undo: undoProductImport }),
);
/** A dry run writes up to a hundred products before it is rolled back. */
const PREVIEW_MS = 9_000;

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const id = params.importId;
  const search = new URLSearchParams([...url.searchParams].filter(([name]) => name === 'after'));
  const [job, problems] = await Promise.all([
    apiFor(request).read(getProductImport, { params: { id } }),
    loadAdminList(request, listProductImportProblems, search, { id }),
  ]);
  return { job, problems: problems.items, next: problems.next };
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const id = params.importId;
  const importAction = IMPORT_ACTIONS.get(String(form.get('intent')));
  if (!importAction) throw data(null, { status: 400 });
  if (importAction !== stopProductImport) {
    const api = apiFor(request, { deadlineMs: PREVIEW_MS });
    const preview = await previewEffects(form, () => api.call(dryRunOf(importAction), { params: { id } }));
    if (preview?.ok) return { confirmation: preview.value } satisfies ImportResult;
    if (preview) return failedResponse(preview.problem, messages.actionFailed);
  }
  const result = await apiFor(request).call(importAction, { params: { id }, key: formKeyOf(form, id) });
  if (result.ok) throw redirect(url.pathname);
  return failedResponse(result.problem, messages.actionFailed);
}

type ImportResult = ToastResult & { confirmation?: Confirmation };

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: messages.actionFailed }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) => unlistedMeta(matches, titleOf(loaderData?.job));

const titleOf = (job?: ProductImport) => messages.titleOf(job?.fileName || messages.unnamed);

export default function ProductImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { job, problems, next } = loaderData;
  const result: ImportResult | undefined = actionData;
  usePolling(isUnderWay(job), POLL_INTERVAL_MS);
  return (
    <AdminPage
      title={titleOf(job)}
      above={[
        { label: adminProductMessages.title, to: '/admin/products' },
        { label: messages.title, to: '/admin/products/import' },
      ]}
    >
      <FlashMessage result={result} />
      <ConfirmImport job={job} confirmation={result?.confirmation} />
      <ImportStage job={job} />
      {problems.length > 0 && !isUnderWay(job) && <ImportProblems importId={job.id} problems={problems} />}
      <Pager next={next} />
    </AdminPage>
  );
}
