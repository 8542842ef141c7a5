import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { AuditEntry, AuditQuery, UndoAuditEntry, UndoneAuditEntry } from './schema.ts';

const tag = 'Admin: audit log';

const ByEntry = z.object({ id: Id.describe('The entry of the change in the audit log.') });

export const listAuditEntries = operation('GET /admin/audit-log', {
  id: 'listAuditEntries',
  tag,
  summary: 'List audit log entries, newest first',
  query: AuditQuery,
  response: z.array(AuditEntry),
  headers: ['Link'],
});

export const undoAuditEntry = operation('POST /admin/audit-log/:id/undo', {
  id: 'undoAuditEntry',
  tag,
  summary: 'Undo a change, if nothing it changed was changed again. A change of a role needs the own password',
  params: ByEntry,
  idempotent: true,
  body: UndoAuditEntry,
  response: UndoneAuditEntry,
  errors: {
    403: ['opening_stock_not_allowed'],
    404: [
      'audit_entry_not_found',
      'product_not_found',
      'collection_not_found',
      'synonyms_not_found',
      'discount_code_not_found',
      'review_not_found',
      'customer_not_found',
      'page_not_found',
      'page_version_not_found',
    ],
    409: [
      'already_undone',
      'not_undoable',
      'undo_expired',
      'undo_conflict',
      'limit_below_used',
      'email_unconfirmed',
      'last_owner',
      'slug_taken',
      'too_many_pages',
      'too_many_collections',
      'too_many_synonyms',
    ],
    422: ['wrong_password'],
    429: ['too_many_attempts'],
  },
});
