import { auditActionLabels, auditEntityLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { exactTime } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { AuditDetails } from './audit-details.tsx';

/** Entries of earlier releases can have an action or entity type without a label. */
const actions: Record<string, string> = auditActionLabels;
const entities: Record<string, string> = auditEntityLabels;

const COLUMNS = [
  { label: texts.when, cell: ({ createdAt }: AuditEntry) => exactTime(createdAt), short: true },
  {
    label: texts.who,
    cell: ({ actor, entity }: AuditEntry) =>
      actor ? (
        <>
          <span className="block">{actor.name}</span>
          {actor.email && <span className="block text-ink-muted">{actor.email}</span>}
        </>
      ) : entity === 'login' ? (
        texts.notLoggedIn
      ) : (
        texts.system
      ),
  },
  {
    label: texts.action,
    cell: ({ action, entity, entityId }: AuditEntry) => (
      <>
        <span className="block font-semibold">{actions[action] ?? action}</span>
        <span className="block text-ink-muted">
          {entities[entity] ?? entity} {entityId}
        </span>
      </>
    ),
  },
  { label: texts.before, cell: (entry: AuditEntry) => <Side of={entry} side="before" /> },
  { label: texts.after, cell: (entry: AuditEntry) => <Side of={entry} side="after" /> },
];

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return <Table caption={texts.list} columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />;
}

function Side({ of, side }: { of: AuditEntry; side: 'before' | 'after' }) {
  if (of.before || of.after) return <AuditDetails of={of[side]} />;
  return <span className="text-ink-muted">{texts.erased}</span>;
}
