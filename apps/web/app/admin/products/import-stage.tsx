import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { ProductImport } from '@shop/contracts/catalog/import-schema';
import { staffMessages } from '@shop/contracts/common/messages';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

type Stage = { job: ProductImport };

/** Progress of an import, or its result and the available actions. */
export function ImportStage({ job }: Stage) {
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
