import { adminOrderMessages as messages } from '@shop/contracts/orders/admin-messages';
import { IMPORT_ERRORS_SHOWN, type OrderImportResult } from '@shop/contracts/orders/admin-schema';
import { statusLabels } from '@shop/contracts/orders/messages';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';

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
export function ImportDryRun({ csv, applyKey, found: { statuses, errors }, effect }: ImportDryRunProps) {
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
