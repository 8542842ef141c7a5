import { getFormProps } from '@conform-to/react';
import { chargeDecimals, formatCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { OTHER_REFUND_METHODS, REFUND_METHODS } from '@shop/contracts/orders/constants';
import { refundMethodLabels } from '@shop/contracts/orders/messages';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { adminReturnMessages } from '@shop/contracts/returns/admin-messages';
import { useRef } from 'react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { itemLabel } from './item-text.tsx';
import { type OrderActionResult, RefundForm as Refund, refundKey } from './order-forms.ts';
import { itemsToShip } from './packing-units.ts';
import { chosenAmount, restockField, SHIPPING_FIELD, unitsField } from './unit-choice.ts';

type RefundFormProps = { order: AdminOrder; result?: OrderActionResult };

/**
 * Full or partial refund, in the currency of the payment. The amount follows from the chosen units and can be changed; an
 * empty one is calculated by the API.
 */
export function RefundForm({ order, result }: RefundFormProps) {
  const { charge, refundable } = order;
  const lastResult = result?.intent === 'refund' ? result.reply : undefined;
  const [form, { amount, reason, method }] = useContractForm(Refund, { id: 'refund', lastResult });
  const isOnline = order.paymentMethod !== 'cod';
  const amountField = useRef<HTMLInputElement>(null);

  function showAmount(changed: HTMLFormElement) {
    if (!amountField.current) return;
    amountField.current.value = chosenAmount(order, new FormData(changed));
    // The form validates again, as if it were typed.
    amountField.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" preventScrollReset className="grid gap-4">
      <input type="hidden" name="key" value={refundKey(order)} />
      <UnitFields order={order} onInput={showAmount} />
      <TextField
        {...fieldOf(amount)}
        ref={amountField}
        // The API calculates it from the units.
        required={false}
        label={adminOrderMessages.refundAmount(charge.currency)}
        hint={adminOrderMessages.refundAmountHint(formatCharge(refundable, charge.currency))}
        inputMode={chargeDecimals(charge.currency) > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
      />
      <TextField
        {...fieldOf(reason)}
        label={adminOrderMessages.refundReason}
        hint={adminOrderMessages.refundReasonHint}
        autoComplete="off"
      />
      <SelectField
        {...fieldOf(method)}
        label={adminReturnMessages.paidBy}
        defaultValue={isOnline ? 'provider' : 'cash'}
      >
        {(isOnline ? REFUND_METHODS : OTHER_REFUND_METHODS).map((each) => (
          <option key={each} value={each}>
            {refundMethodLabels[each]}
          </option>
        ))}
      </SelectField>
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton
        intent="refund"
        look="secondary"
        busyLabel={adminOrderMessages.refunding}
        className="justify-self-start"
      >
        {adminOrderMessages.refund}
      </IntentButton>
    </Form>
  );
}

type UnitFieldsProps = { order: AdminOrder; onInput: (form: HTMLFormElement) => void };

/** The units to refund of each item, whether they are restocked, and shipping. `onInput` is called with their form. */
function UnitFields({ order, onInput }: UnitFieldsProps) {
  const { items, shipping, refundTerms, status } = order;
  const toShip = itemsToShip(order).map(({ id }) => id);
  return (
    <fieldset onInput={({ currentTarget }) => currentTarget.form && onInput(currentTarget.form)}>
      <legend className="mb-2 font-semibold text-small">{adminOrderMessages.refundUnits}</legend>
      {toShip.length > 0 && <p className="mb-2 text-ink-soft text-small">{adminOrderMessages.refundUnitsHint}</p>}
      <ul className="grid grid-cols-1">
        {items.map((item) => {
          const max = item.refundable ?? item.quantity;
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-3 border-line border-b py-2 text-small">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{itemLabel(item)}</span>
              <span className="flex items-center gap-2 tabular-nums">
                <input
                  type="number"
                  name={unitsField(item.id)}
                  aria-label={adminOrderMessages.refundUnitsOf(itemLabel(item))}
                  defaultValue={0}
                  min={0}
                  max={max}
                  step={1}
                  readOnly={max === 0}
                  inputMode="numeric"
                  className="h-11 w-16 rounded-control border border-line-strong bg-paper text-center text-body text-ink"
                />
                <span className="whitespace-nowrap text-ink-muted">{packingMessages.ofLeft(max)}</span>
              </span>
              {status !== 'cancelled' && max > 0 && (
                <span className="basis-full">
                  <Checkbox
                    name={restockField(item.id)}
                    defaultChecked={toShip.includes(item.id)}
                    aria-label={adminOrderMessages.restockOf(itemLabel(item))}
                  >
                    {adminOrderMessages.restock}
                  </Checkbox>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {shipping > 0 && !refundTerms?.shippingRefunded && (
        <Checkbox name={SHIPPING_FIELD}>{adminOrderMessages.refundShipping}</Checkbox>
      )}
    </fieldset>
  );
}
