import { auditSectionLabels } from '@shop/contracts/audit/field-messages';
import { type AuditAction, auditMessages } from '@shop/contracts/audit/messages';
import { auditPriceVerb, auditStatusVerbs, auditVerbs, auditVerbsByValue } from '@shop/contracts/audit/verb-messages';
import { truncate } from '#platform/truncate.ts';
import type { LoggedEntry } from './change-rules.ts';
import { UUID } from './value-rules.ts';

/** A record as it is named today; `target` is the id in the URL of its page. */
export type ThingName = { title: string; target: string };

const TITLE_MAX = 200;
const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditVerbs, action);
const PRICES = ['price', 'salePrice'];
/** Stored with every change of a product. */
const NOT_EDITED = ['version', 'import', 'batch'];

/** What follows the name of the actor. Entries of earlier releases can have an action without a verb. */
export function verbOf({ action, before, after }: LoggedEntry): string {
  if (!isKnown(action)) return truncate(action.replaceAll(/[._]/g, ' '), TITLE_MAX);
  const byValue = auditVerbsByValue[action];
  const ofValue = byValue?.verbs[String(after?.[byValue.field])];
  if (ofValue) return ofValue;

  const edited = before && after ? Object.keys(after).filter((field) => !NOT_EDITED.includes(field)) : [];
  if (edited.length === 0) return auditVerbs[action];
  if (action === 'product.update' && edited.every((field) => PRICES.includes(field))) return auditPriceVerb;
  const ofStatus = edited.join() === 'status' ? auditStatusVerbs[action]?.[String(after?.status)] : undefined;
  return ofStatus ?? auditVerbs[action];
}

/** Pages of the admin panel by entity type. Of these the log looks up the names. */
const PAGES: Record<string, (target: string) => string> = {
  product: (id) => `/admin/products/edit/${id}`,
  product_import: (id) => `/admin/products/imports/${id}`,
  category: (id) => `/admin/categories/${id}`,
  brand: (id) => `/admin/brands/${id}`,
  collection: (id) => `/admin/collections/${id}`,
  order: (id) => `/admin/orders/${id}`,
  customer: (id) => `/admin/customers/${id}`,
  review: (productId) => `/admin/products/edit/${productId}`,
  ticket: (id) => `/admin/support-tickets/${id}`,
  discount_code: (id) => `/admin/promotions/${id}`,
  campaign: (id) => `/admin/campaigns/${id}`,
  page: (id) => `/admin/pages/${id}`,
};

/** Whether the record has a row with a name, unless it was deleted. */
export const hasName = ({ entity, entityId }: Pick<LoggedEntry, 'entity' | 'entityId'>) =>
  Object.hasOwn(PAGES, entity) && UUID.test(entityId);

/** Fields that name a record, in this order. */
const TITLE_FIELDS = ['name', 'code', 'title', 'fileName', 'task'];
const sections: Record<string, string> = auditSectionLabels;

/** A deleted record has the name that the entry stored. */
export function titleOf(entry: LoggedEntry, name: ThingName | undefined): string {
  if (name) return name.title;
  if (entry.entity === 'online_store') return sections[entry.entityId] ?? '';
  const stored = TITLE_FIELDS.map((field) => entry.after?.[field] ?? entry.before?.[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  // Jobs are named by a code, for example `send_email`.
  if (typeof stored === 'string')
    return truncate(entry.entity === 'job' ? stored.replaceAll('_', ' ') : stored, TITLE_MAX);
  return hasName(entry) ? auditMessages.deleted : '';
}

export const hrefOf = ({ entity }: LoggedEntry, name: ThingName | undefined) =>
  name ? (PAGES[entity]?.(name.target) ?? null) : null;
