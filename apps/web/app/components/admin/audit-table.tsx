import type { AuditEntry } from '@shop/contracts/audit-log';
import { auditEntityLabels, auditMessages as words } from '@shop/contracts/audit-log-texts';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';

const labels: Record<string, string> = auditEntityLabels;

const COLUMNS = [
  { label: words.when, cell: ({ createdAt }: AuditEntry) => exactTime(createdAt), short: true },
  {
    label: words.who,
    cell: ({ actor }: AuditEntry) =>
      actor ? (
        <>
          <span className="block">{actor.name}</span>
          <span className="block text-ink-muted">{actor.email}</span>
        </>
      ) : (
        words.itself
      ),
  },
  {
    label: words.deed,
    cell: ({ action, entity, entityId }: AuditEntry) => (
      <>
        <span className="block font-semibold">{action}</span>
        <span className="block text-ink-muted">
          {labels[entity] ?? entity} {entityId}
        </span>
      </>
    ),
  },
  { label: words.before, cell: ({ before }: AuditEntry) => <Details of={before} /> },
  { label: words.after, cell: ({ after }: AuditEntry) => <Details of={after} /> },
];

export function AuditTable({ changes }: { changes: AuditEntry[] }) {
  return <Table caption={words.list} columns={COLUMNS} rows={changes} keyOf={({ id }) => id} />;
}

/** Field by field. Whatever it holds is shown as text. */
function Details({ of }: { of: Record<string, unknown> | null }) {
  if (!of) return <span className="text-ink-muted">{words.nothing}</span>;
  return (
    <dl className="py-2">
      {Object.entries(of).map(([field, value]) => (
        <div key={field}>
          <dt className="inline text-ink-muted">{field}: </dt>
          <dd className="wrap-anywhere inline">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
