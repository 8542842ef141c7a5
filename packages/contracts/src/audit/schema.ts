import { z } from 'zod';
import { after, dateRange, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';

export const AUDIT_ENTRIES_SHOWN = 50;

/** `who` is an email address, `entity` an entity type, `entityId` an entity of that type. */
export const AuditQuery = z.strictObject({
  who: unlessEmpty(z.string().trim().toLowerCase().max(320)),
  entity: unlessEmpty(z.string().max(40)),
  entityId: unlessEmpty(z.string().trim().max(100)),
  ...dateRange,
  after,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

const Details = z.record(z.string(), z.unknown()).nullable();

export const AuditEntry = z.object({
  id: Id,
  /** Null for the system. Former staff members have no email address. */
  actor: z.object({ id: Id, name: z.string(), email: z.string().nullable() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** Both are null after the details were erased with the account they concern. */
  before: Details,
  after: Details,
  requestId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
