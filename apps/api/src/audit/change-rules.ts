import { auditValueLabels, auditValueMessages as texts } from '@shop/contracts/audit/field-messages';
import type { AuditChange } from '@shop/contracts/audit/schema';
import { dollars } from '@shop/contracts/common/money';
import { isSame } from '#platform/changes.ts';
import { truncate } from '#platform/truncate.ts';
import { type Fields, flatten, isFields, labelOf, textOf, UUID } from './value-rules.ts';

/** What an entry stores. */
export type LoggedEntry = {
  action: string;
  entity: string;
  entityId: string;
  before: Fields | null;
  after: Fields | null;
};

/** A new product has about twenty fields, and one for each specification. */
const CHANGES_MAX = 30;
/** Of a list in one change, in characters. */
const LIST_MAX = 500;

/** The fields that changed, as text: no ids, no empty fields, nothing that the title says already. */
export function changesIn(entry: LoggedEntry, title: string, timeZone = 'UTC'): AuditChange[] {
  const [before, after] = [flatten(entry.before), flatten(entry.after)];
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths
    .filter((path) => !isSame(before[path], after[path]))
    .flatMap((path) => changesOfField(entry, path, [before[path], after[path]], timeZone))
    .filter((change) => !isTitle(change, title))
    .slice(0, CHANGES_MAX);
}

const isTitle = ({ before, after }: AuditChange, title: string) =>
  (before === null && after === title) || (after === null && before === title);

function changesOfField(
  { action, entity, after: image }: LoggedEntry,
  path: string,
  [before, after]: [before: unknown, after: unknown],
  timeZone: string,
) {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [was, is] = [listOf(before), listOf(after)];
    if (entity === 'product' && path === 'variants') return variantChanges(was, is);
    if (path === 'sharedWith') return listChanges(labelOf(entity, path), was.map(roleText), is.map(roleText));
    return listChanges(labelOf(entity, path), was, is);
  }
  // A query string of a URL.
  if (entity === 'saved_view' && path === 'query')
    return before === undefined || after === undefined ? [] : changeOf(labelOf(entity, path), null, texts.changed);
  const label = action === 'stock.adjust' && path === 'quantity' ? String(image?.sku) : labelOf(entity, path);
  return changeOf(label, textOf(entity, path, before, timeZone), textOf(entity, path, after, timeZone));
}

const roleText = (role: unknown) => auditValueLabels.role?.[String(role)] ?? role;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const changeOf = (label: string, before: string | null, after: string | null): AuditChange[] =>
  before === after ? [] : [{ label, before, after }];

/** What was added and removed; of items without a name only how many there are. */
function listChanges(label: string, before: unknown[], after: unknown[]): AuditChange[] {
  const [was, is] = [before.map(itemText), after.map(itemText)];
  if ([...was, ...is].includes(undefined)) return countChanges(label, before.length, after.length);

  const [added, removed] = [is.filter((item) => !was.includes(item)), was.filter((item) => !is.includes(item))];
  if (was.length === 0) return changeOf(label, null, joined(added));
  if (added.length === 0 && removed.length === 0) return changeOf(label, null, texts.reordered);
  return [
    ...changeOf(texts.added(label), null, joined(added)),
    ...changeOf(texts.removed(label), null, joined(removed)),
  ];
}

/**
 * Options of a product have a name and values, items of a shipment a name and a quantity. Ids, images and rules have no
 * text of their own.
 */
function itemText(item: unknown) {
  if (typeof item === 'string') return UUID.test(item) ? undefined : item;
  if (!isFields(item) || typeof item.name !== 'string') return undefined;
  if (Array.isArray(item.values)) return `${item.name}: ${item.values.join(', ')}`;
  if (typeof item.quantity !== 'number') return undefined;
  return [`${item.quantity} × ${item.name}`, ...listOf(item.options)].join(', ');
}

const joined = (items: (string | undefined)[]) => (items.length > 0 ? truncate(items.join(', '), LIST_MAX) : null);

function countChanges(label: string, before: number, after: number): AuditChange[] {
  if (before === after) return changeOf(label, null, texts.changed);
  return changeOf(label, before > 0 ? String(before) : null, String(after));
}

type Variant = { id: string; name: string; sku: string; priceDifference: number };

/** Variants by their option values: added, removed, and those with another price or SKU. */
function variantChanges(before: unknown[], after: unknown[]): AuditChange[] {
  const [was, is] = [before.flatMap(variantIn), after.flatMap(variantIn)];
  if (was.length === 0) return countChanges(labelOf('product', 'variants'), 0, is.length);
  const added = is.filter(({ id }) => was.every((one) => one.id !== id));
  const removed = was.filter(({ id }) => is.every((one) => one.id !== id));
  const label = labelOf('product', 'variants');
  const changed = is.flatMap((variant) => {
    const previous = was.find(({ id }) => id === variant.id);
    if (!previous) return [];
    return [
      ...changeOf(texts.priceOf(variant.name), dollars(previous.priceDifference), dollars(variant.priceDifference)),
      ...changeOf(texts.skuOf(variant.name), previous.sku, variant.sku),
    ];
  });
  const found = [
    ...changed,
    ...changeOf(texts.added(label), null, joined(added.map(({ name }) => name))),
    ...changeOf(texts.removed(label), null, joined(removed.map(({ name }) => name))),
  ];
  return found.length > 0 ? found : changeOf(label, null, texts.changed);
}

function variantIn(value: unknown): Variant[] {
  if (!isFields(value)) return [];
  const { id, sku, options, priceDifference } = value;
  const name = isFields(options) ? Object.values(options).join(', ') : '';
  return [
    {
      id: String(id ?? sku),
      name: name || String(sku),
      sku: String(sku),
      priceDifference: typeof priceDifference === 'number' ? priceDifference : 0,
    },
  ];
}
