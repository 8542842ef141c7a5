import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import {
  type exportProductImportProblems,
  getProductImport,
  listProductImportProblems,
  runProductImport,
  stopProductImport,
  undoProductImport,
} from '@shop/contracts/catalog/admin-operations';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import {
  IMPORT_TRIED_MAX,
  type ImportProblem,
  isUnderWay,
  type ProductImport,
} from '@shop/contracts/catalog/import-schema';
import { staffMessages } from '@shop/contracts/common/messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, Form, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { useDates } from '#lib/dates.ts';
import { wholeNumber } from '#lib/format.ts';
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
import type { Route } from './+types/product-import';

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

type ConfirmImportProps = { job: ProductImport; confirmation: Confirmation | undefined };

/** Before an import is started or undone. */
function ConfirmImport({ job, confirmation }: ConfirmImportProps) {
  const isUndo = fieldIn(confirmation, 'intent') === 'undo';
  const products = isUndo ? job.imported : job.ready - job.imported - job.rejected;
  const texts = isUndo
    ? { title: messages.confirmUndo, confirm: messages.confirm, keep: messages.keepImport }
    : {
        title: messages.confirmImport(job.fileName || messages.unnamed),
        confirm: messages.importNow(products),
        keep: messages.keepProducts,
      };
  return (
    <ConfirmEffects
      confirmation={confirmation}
      busyLabel={messages.importing}
      look={isUndo ? 'danger' : 'primary'}
      {...texts}
    >
      <p className="text-ink-soft text-small">
        {products <= IMPORT_TRIED_MAX ? messages.tried : messages.counted(IMPORT_TRIED_MAX)}
      </p>
    </ConfirmEffects>
  );
}

type Stage = { job: ProductImport };

/** Progress of an import, or its result and the available actions. */
function ImportStage({ job }: Stage) {
  const { status, invalid, unchanged, ready, imported, rejected, undone, undoSkipped, products } = job;
  if (status === 'checking')
    return (
      <Progress job={job} done={invalid + unchanged + ready} total={products} progressText={messages.checkProgress} />
    );
  if (status === 'importing')
    return (
      <Progress job={job} done={imported + rejected} total={ready} progressText={messages.importProgress}>
        <ImportActionButton action="stop" look="secondary" label={messages.stop} />
      </Progress>
    );
  if (status === 'undoing')
    return <Progress job={job} done={undone + undoSkipped} total={imported} progressText={messages.undoProgress} />;
  return <Panel>{status === 'checked' ? <Checked job={job} /> : <Ended job={job} />}</Panel>;
}

type ProgressProps = Stage & {
  done: number;
  total: number;
  progressText: (done: number, total: number) => string;
  children?: React.ReactNode;
};

function Progress({ job, done, total, progressText, children }: ProgressProps) {
  return (
    <Panel>
      <p role="status" className="mb-3">
        {progressText(done, total)}
      </p>
      <progress aria-label={messages.progress} max={total} value={done} className="mb-6 w-full" />
      <Notice kind="info">{messages.leavePage}</Notice>
      <div className="mt-4 flex flex-wrap gap-4">
        {children}
        <ButtonLink to={`/admin/products/imports/${job.id}`} look="quiet">
          {messages.refresh}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function Checked({ job: { ready, newProducts, unchanged, invalid } }: Stage) {
  const summary = [
    newProducts > 0 && messages.willAdd(newProducts),
    ready > newProducts && messages.willChange(ready - newProducts),
    unchanged > 0 && messages.unchanged(unchanged),
    invalid > 0 && messages.willSkip(invalid),
  ].filter((line) => line !== false);
  return (
    <>
      <h2 className="mb-4 text-h3">{messages.result}</h2>
      <div role="status" className="mb-6">
        <ul className="grid list-disc gap-2 pl-5">
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {ready > 0 ? (
        <ImportActionButton action="run" label={messages.importNow(ready)} />
      ) : (
        <Notice kind="info">{messages.nothingToDo}</Notice>
      )}
    </>
  );
}

function Ended({ job }: Stage) {
  const { status, lostPermission, invalid, ready, imported, rejected, undone, undoSkipped } = job;
  const remaining = ready - imported - rejected;
  return (
    <div className="grid gap-3">
      {lostPermission !== null && <Notice kind="error">{staffMessages.lostPermission(lostPermission)}</Notice>}
      <Notice kind="success">
        {status === 'undone' && messages.undone(undone)}
        {status === 'stopped' && messages.stopped(imported, remaining)}
        {status === 'imported' && messages.imported(imported)}
      </Notice>
      {status !== 'undone' && invalid > 0 && <Notice kind="info">{messages.wereSkipped(invalid)}</Notice>}
      {status !== 'undone' && rejected > 0 && <Notice kind="info">{messages.wereRejected(rejected)}</Notice>}
      {undoSkipped > 0 && <Notice kind="info">{messages.undoSkipped(undoSkipped)}</Notice>}
      {status === 'stopped' && remaining > 0 && (
        <div className="mt-3">
          <ImportActionButton action="run" label={messages.importRest(remaining)} />
        </div>
      )}
      {job.undoableUntil && <Undo until={job.undoableUntil} />}
    </div>
  );
}

function Undo({ until }: { until: string }) {
  const { shortDate } = useDates();
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p className="text-small text-ink-soft">{messages.undoUntil(shortDate(new Date(until)))}</p>
      <ImportActionButton action="undo" look="danger" label={messages.undo} />
    </div>
  );
}

type ImportActionButtonProps = {
  action: 'run' | 'stop' | 'undo';
  label: string;
  look?: 'secondary' | 'danger';
};

const ImportActionButton = ({ action, label, look }: ImportActionButtonProps) => (
  <Form method="post" action="?" preventScrollReset>
    <FormKey />
    <IntentButton intent={action} look={look}>
      {label}
    </IntentButton>
  </Form>
);

const COLUMNS = [
  { label: messages.row, cell: ({ row }: ImportProblem) => wholeNumber(row), numeric: true },
  { label: messages.slug, cell: ({ slug }: ImportProblem) => <span className="wrap-anywhere">{slug}</span> },
  { label: messages.problem, cell: ({ message }: ImportProblem) => message },
];

function ImportProblems({ importId, problems }: { importId: string; problems: ImportProblem[] }) {
  return (
    <Panel title={messages.problems} className="mt-6">
      <Table
        caption={messages.problems}
        columns={COLUMNS}
        rows={problems}
        keyOf={({ row, message }) => `${row} ${message}`}
      />
      <div className="mt-4">
        <ButtonLink
          to={apiUrl<typeof exportProductImportProblems>('GET /admin/product-imports/:id/problems/export', {
            params: { id: importId },
          })}
          reloadDocument
          download
          look="secondary"
        >
          {messages.problemsFile}
        </ButtonLink>
      </div>
    </Panel>
  );
}
