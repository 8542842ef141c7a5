import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { AdminVariant } from '@shop/contracts/catalog/admin-schema';
import { useId } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';

type StockPanelProps = { variants: AdminVariant[]; stockKey: string; errors: Record<string, string> };

/** Stock adjustment with a reason. `stockKey` is the idempotency key. */
export function StockPanel({ variants, stockKey, errors }: StockPanelProps) {
  const reasons = useId();
  // As the key of the form: a changed quantity empties it, rejected input stays for correction.
  const quantities = variants.map(({ quantity }) => quantity).join();
  return (
    <Panel title={messages.stockTitle}>
      <p className="mb-4 text-small text-ink-soft">{messages.stockHint}</p>
      <Form key={quantities} method="post" preventScrollReset className="grid items-start gap-4 tablet:grid-cols-4">
        <input type="hidden" name="key" value={stockKey} />
        <SelectField label={messages.variant} name="variantId" error={errors.variantId}>
          {variants.map(({ id, sku, quantity }) => (
            <option key={id} value={id}>
              {`${sku}: ${quantity}`}
            </option>
          ))}
        </SelectField>
        <TextField label={messages.delta} name="delta" type="number" step="1" error={errors.delta} />
        <TextField label={messages.reason} name="reason" list={reasons} maxLength={200} error={errors.reason} />
        <datalist id={reasons}>
          {messages.reasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        <IntentButton intent="stock" look="secondary" busyLabel={messages.saving} className="tablet:mt-7">
          {messages.adjustStock}
        </IntentButton>
      </Form>
    </Panel>
  );
}

type ConfirmStockProps = { confirmation: Confirmation | undefined; variants: AdminVariant[] };

/** Outside the panel: before hydration it is the first section of the page. */
export function ConfirmStock({ confirmation, variants }: ConfirmStockProps) {
  const sku = variants.find(({ id }) => id === fieldIn(confirmation, 'variantId'))?.sku ?? '';
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={messages.confirmStock(sku)}
      confirm={messages.adjustStock}
      busyLabel={messages.saving}
      keep={messages.keepStock}
    />
  );
}
