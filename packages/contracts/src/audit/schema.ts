import { z } from 'zod';
import { after, dateRange, unlessEmpty } from '../common/filters.ts';
import { Id, Moment } from '../common/schema.ts';
import { PasswordCheck } from '../identity/schema.ts';
import { ENTRY_UNDO_DAYS } from './constants.ts';

export const AUDIT_ENTRIES_SHOWN = 50;

export const AuditQuery = z.strictObject({
  who: unlessEmpty(z.string().trim().toLowerCase().max(320)).describe(
    'The email address of the user who did it; of logins (`entity=login`), that of the account.',
  ),
  entity: unlessEmpty(z.string().max(40)).describe(
    'The kind of record, such as `order`. Logins (`login`) and denied permissions (`access`) are left out unless `who`, `entity` or `entityId` is given.',
  ),
  entityId: unlessEmpty(z.string().trim().max(100)).describe('The id of the record among those of its kind.'),
  ...dateRange,
  after,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const AuditChange = z
  .object({
    label: z.string().describe('The name of the field, to be shown.'),
    before: z.string().nullable().describe('Null: it had no value, or only the change is known.'),
    after: z.string().nullable().describe('Null: it has no value any more.'),
  })
  .meta({
    id: 'AuditChange',
    description: 'A field that changed, as text. Of a list what was added or removed. Long texts are shortened.',
  });
export type AuditChange = z.infer<typeof AuditChange>;

const Details = z.record(z.string(), z.unknown()).nullable();

/** Fields with a default: during a rollout an older API process still responds without them. */
export const AuditEntry = z
  .object({
    id: Id,
    createdAt: Moment.describe('When it was done.'),
    actor: z
      .object({
        id: Id.describe('The account. Stays when it is deleted.'),
        name: z.string().describe('The name today; a text in its place if the account was deleted.'),
        email: z.string().nullable().describe('The email address today; null if the account was deleted.'),
      })
      .nullable()
      .describe('Who did it; null for the store itself, and for failed logins.'),
    action: z.string().describe('What was done, as a code such as `product.update`.'),
    entity: z.string().describe('The kind of record, such as `product`.'),
    entityId: z.string().describe('The id of the record among those of its kind.'),
    verb: z.string().default('').describe('The text between the actor and the title, such as “changed the price of”.'),
    title: z
      .string()
      .default('')
      .describe('The name of the record today, or the one it had if it was deleted; empty if `verb` says it all.'),
    href: z
      .string()
      .nullable()
      .default(null)
      .describe('The path of its page in the admin panel; null if there is none.'),
    changes: z.array(AuditChange).default([]).describe('Up to 30, without ids and what the title says already.'),
    erased: z.boolean().default(false).describe('Whether the details were erased with the account they concern.'),
    undo: z
      .enum(['possible', 'done', 'none'])
      .default('none')
      .describe(
        `\`possible\`: the user who asks can undo it, unless its fields were changed again since; \`done\`: it was undone; \`none\`: it has no undo, is older than ${ENTRY_UNDO_DAYS} days, or needs a permission that the user lacks.`,
      ),
    /** Required by the web app of the previous release. */
    before: Details.optional().describe(
      'The stored fields by name, before the change; null for a new record. `changes` is for people.',
    ),
    after: Details.optional().describe('The stored fields by name, after the change; null for a deleted record.'),
    requestId: z
      .string()
      .nullable()
      .optional()
      .describe('The id of the request that did it, also in the logs; null without a request.'),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, and when: the actor, `verb` and `title` make a sentence.' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const UndoAuditEntry = PasswordCheck.partial().meta({
  id: 'UndoAuditEntry',
  description: 'An owner who undoes a change of a role confirms it with their password; other changes need none.',
});
export const UndoneAuditEntry = z
  .object({ id: Id.describe('The entry that was undone.') })
  .meta({ id: 'UndoneAuditEntry', description: 'The change was undone; the log has a new entry about it.' });
