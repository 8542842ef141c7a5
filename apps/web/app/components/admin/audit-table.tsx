import type { AuditEntry } from '@shop/contracts/audit-log';
import { auditActionLabels, auditEntityLabels, auditMessages as words } from '@shop/contracts/audit-log-texts';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';
import { AuditDetails } from './audit-details.tsx';

/** Entries of former releases may have an action or a type that is no longer known. */
const actions: Record<string, string> = auditActionLabels;
const entities: Record<string, string> = auditEntityLabels;

const COLUMNS = [
  { label: words.when, cell: ({ createdAt }: AuditEntry) => exactTime(createdAt), short: true },
  {
    label: words.who,
    cell: ({ actor }: AuditEntry) =>
      actor ? (
        <>
          <span className="block">{actor.name}</span>
          {actor.email && <span className="block text-ink-muted">{actor.email}</span>}
        </>
      ) : (
        words.itself
      ),
  },
  {
    label: words.deed,
    cell: ({ action, entity, entityId }: AuditEntry) => (
      <>
        <span className="block font-semibold">{actions[action] ?? action}</span>
        <span className="block text-ink-muted">
          {entities[entity] ?? entity} {entityId}
        </span>
      </>
    ),
  },
  { label: words.before, cell: (entry: AuditEntry) => <Side of={entry} side="before" /> },
  { label: words.after, cell: (entry: AuditEntry) => <Side of={entry} side="after" /> },
];

export function AuditTable({ changes }: { changes: AuditEntry[] }) {
  return <Table caption={words.list} columns={COLUMNS} rows={changes} keyOf={({ id }) => id} />;
}

function Side({ of, side }: { of: AuditEntry; side: 'before' | 'after' }) {
  if (of.before || of.after) return <AuditDetails of={of[side]} />;
  return <span className="text-ink-muted">{words.erased}</span>;
}
