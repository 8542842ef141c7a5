import { z } from 'zod';
import { after, dateRange, unlessEmpty } from '../common/filters.ts';
import { Id } from '../common/schema.ts';
import { PasswordCheck } from '../identity/schema.ts';

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

/** One field, as text. Null: it had no value. Long texts are shortened. */
export const AuditChange = z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type AuditChange = z.infer<typeof AuditChange>;

const Details = z.record(z.string(), z.unknown()).nullable();

/** Fields with a default: during a rollout an older API process still responds without them. */
export const AuditEntry = z.object({
  id: Id,
  createdAt: z.iso.datetime(),
  /** Null for the system. Former staff members have no email address. */
  actor: z.object({ id: Id, name: z.string(), email: z.string().nullable() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  /** Between the name of the actor and the title, for example 'changed the price of'. */
  verb: z.string().default(''),
  /** Name of the record; '' if the verb says it all. A deleted record has the name it had. */
  title: z.string().default(''),
  /** Its page in the admin panel; null if there is none. */
  href: z.string().nullable().default(null),
  changes: z.array(AuditChange).default([]),
  /** The details were erased with the account they concern. */
  erased: z.boolean().default(false),
  /** 'possible' only for staff with the permission of the action. */
  undo: z.enum(['possible', 'done', 'none']).default('none'),
  /** Required by the web app of the previous release, as stored; `changes` is what people read. */
  before: Details.optional(),
  after: Details.optional(),
  requestId: z.string().nullable().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The password is that of the owner who undoes a change of a role; other changes need none. */
export const UndoAuditEntry = PasswordCheck.partial();
export const UndoneAuditEntry = z.object({ id: Id });
