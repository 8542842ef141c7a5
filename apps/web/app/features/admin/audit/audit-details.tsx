import { auditFieldLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import { formatCharge } from '@shop/contracts/common/money';
import { exactTime } from '#lib/format.ts';

type Fields = Record<string, unknown>;

/** One row per field; every value is shown as text. */
export function AuditDetails({ of }: { of: Fields | null }) {
  if (!of) return <span className="text-ink-muted">{texts.nothing}</span>;
  return (
    <dl className="py-2">
      {fieldsOf(of).map(([field, value]) => (
        <div key={field}>
          <dt className="inline text-ink-muted">{labelOf(field)}: </dt>
          <dd className="wrap-anywhere inline">{formatValue(value, field)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Fields whose values are codes, for example `refunded_elsewhere`. */
const CODED = ['status', 'paymentStatus', 'role', 'kind', 'task'];
const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `salePrice` becomes "Sale price". Names that are not camelCase, for example of options, stay unchanged. */
const labelOf = (field: string) =>
  auditFieldLabels[field] ??
  (/^[a-z][a-zA-Z]*$/.test(field)
    ? sentence(field.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
    : field);

/** Merges an amount and its currency into one field. */
function fieldsOf(fields: Fields): [string, unknown][] {
  const { amountMinor, currency, ...others } = fields;
  if (typeof amountMinor !== 'number' || typeof currency !== 'string') return Object.entries(fields);
  return [['amount', formatCharge(amountMinor, currency)], ...Object.entries(others)];
}

function formatValue(value: unknown, field: string): string {
  if (Array.isArray(value))
    return value.map((item) => formatValue(item, field)).join(value.some(isFields) ? '; ' : ', ') || texts.nothing;
  if (isFields(value))
    return (
      fieldsOf(value)
        .map(([name, fieldValue]) => `${labelOf(name)} ${formatValue(fieldValue, name)}`)
        .join(', ') || texts.nothing
    );
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  if (typeof value !== 'string' || value === '') return texts.nothing;
  if (ISO_TIMESTAMP.test(value)) return exactTime(value);
  return CODED.includes(field) ? sentence(value.replaceAll('_', ' ')) : value;
}
