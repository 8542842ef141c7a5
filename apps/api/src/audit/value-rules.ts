import {
  auditEntityFields,
  auditFieldLabels,
  auditValueLabels,
  auditValueMessages,
} from '@shop/contracts/audit/field-messages';
import { formatTime } from '@shop/contracts/common/days';
import { dollars, formatCharge, minor } from '@shop/contracts/common/money';
import { truncate } from '#platform/truncate.ts';

export type Fields = Record<string, unknown>;

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of a text in the log, in characters. */
const TEXT_MAX = 2_000;
const MONEY: Record<string, string[]> = {
  product: ['price', 'salePrice'],
  settings: ['standardShipping', 'expressShipping', 'freeShippingOver'],
};
const PERCENT = ['percent', 'taxPercent'];
/** Fields whose values are codes, for example `refunded_elsewhere`. */
const CODED = ['status', 'paymentStatus', 'role', 'kind', 'match', 'sort', 'task', 'list'];
/** Where the names of the fields are content, for example of specifications. */
const NAMED_BY_STAFF = 'specifications.';
const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The last name of a path such as `refund.reason`. */
const fieldOf = (path: string) => path.slice(path.indexOf('.') + 1);

/** `salePrice` becomes "Sale price". Names that are not camelCase stay unchanged. */
export function labelOf(entity: string, path: string) {
  const field = fieldOf(path);
  if (path.startsWith(NAMED_BY_STAFF)) return field;
  const labels: Record<string, Record<string, string> | undefined> = auditEntityFields;
  return (
    labels[entity]?.[field] ??
    auditFieldLabels[field] ??
    (/^[a-z][a-zA-Z0-9]*$/.test(field)
      ? sentence(field.replaceAll(/[A-Z]|\d+/g, (start) => ` ${start.toLowerCase()}`))
      : field)
  );
}

/** A value as text; null for one that is empty or an id. Lists and objects have changes of their own. */
export function textOf(entity: string, path: string, value: unknown, timeZone: string): string | null {
  const field = fieldOf(path);
  if (typeof value === 'boolean') return value ? auditValueMessages.yes : auditValueMessages.no;
  if (typeof value === 'number') return numberText(entity, field, value);
  if (typeof value !== 'string' || value === '' || UUID.test(value)) return null;
  if (ISO_TIMESTAMP.test(value)) return timeText(value, timeZone);
  if (!CODED.includes(field)) return truncate(value, TEXT_MAX);
  return auditValueLabels[field]?.[value] ?? sentence(truncate(value, TEXT_MAX).replaceAll('_', ' '));
}

function numberText(entity: string, field: string, value: number) {
  // Stored as 0 while the product has none.
  if (field === 'salePrice' && value === 0) return null;
  if (MONEY[entity]?.includes(field)) return dollars(value);
  const text = value.toLocaleString('en-US', { maximumFractionDigits: 8 });
  return PERCENT.includes(field) ? `${text}%` : text;
}

function timeText(value: string, timeZone: string) {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? value : formatTime(time, timeZone);
}

/** Ids, versions and amounts without a currency say nothing to a reader. */
const HIDDEN = [
  'batch',
  ...['id', 'version', 'import', 'importId', 'emailId', 'keyId', 'snapshot'],
  ...['refundable', 'remaining', 'amountMinor', 'currency'],
];

/** Nested objects become paths, an amount and its currency become one field. */
export function flatten(fields: Fields | null): Fields {
  const { amountMinor, currency } = fields ?? {};
  const amount =
    typeof amountMinor === 'number' && typeof currency === 'string'
      ? { amount: formatCharge(minor(amountMinor), currency) }
      : {};
  const all: Fields = { ...fields, ...amount };
  const shown = Object.entries(all).filter(([name]) => !HIDDEN.includes(name));
  return Object.fromEntries(
    shown.flatMap(([name, value]): [string, unknown][] =>
      isFields(value)
        ? Object.entries(flatten(value)).flatMap(([field, nested]): [string, unknown][] =>
            name === 'statuses' && nested === 0 ? [] : [[`${name}.${field}`, nested]],
          )
        : [[name, value]],
    ),
  );
}
