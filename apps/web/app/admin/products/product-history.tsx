import { auditMessages } from '@shop/contracts/audit/messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductChange } from '@shop/contracts/catalog/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/text-link.tsx';

type ProductHistoryProps = { productId: string; changes: ProductChange[]; canWrite: boolean };

export function ProductHistory({ productId, changes, canWrite }: ProductHistoryProps) {
  const { shortDate } = useDates();
  const can = useCan();
  return (
    <Panel title={messages.history}>
      {changes.length === 0 && <p className="text-small text-ink-soft">{messages.historyNone}</p>}
      <ol className="grid gap-3">
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b pb-3 text-small"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{changeText(change)}</span>
              <span className="block text-ink-muted">
                {change.who ?? messages.unknownUser}, {shortDate(new Date(change.at))}
              </span>
            </span>
            {canWrite && change.undoable && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="undo" />
                <input type="hidden" name="changeId" value={change.id} />
                <FormKey />
                <Button type="submit" look="quiet" compact aria-label={messages.undoOf(changeText(change))}>
                  {messages.undo}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
      {can('audit.read') && (
        <TextLink to={`/admin/audit-log?entity=product&entityId=${productId}`} className="mt-3 text-small">
          {auditMessages.historyOfProduct}
        </TextLink>
      )}
    </Panel>
  );
}

/** For example "Edited: Price, Tags" or "Stock adjusted: RING-6, 12 → 15". */
function changeText({ action, before, after }: ProductChange) {
  const label = messages.actionLabels[action] ?? action;
  if (action === 'stock.adjust') return `${label}: ${after?.sku}, ${before?.quantity} → ${after?.quantity}`;
  if (action !== 'product.update' && action !== 'product.undo') return label;
  const names: Record<string, string> = messages.fieldNames;
  const fields = Object.keys(after ?? {}).flatMap((field) => names[field] ?? []);
  return `${label}: ${fields.join(', ')}`;
}
