import { getFormProps } from '@conform-to/react';
import { chargeDecimals, formatCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { OTHER_REFUND_METHODS, REFUND_METHODS } from '@shop/contracts/orders/constants';
import { refundMethodLabels } from '@shop/contracts/orders/messages';
import { adminReturnMessages } from '@shop/contracts/returns/admin-messages';
import { useRef } from 'react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { type OrderActionResult, RefundForm as Refund, refundKey } from './order-forms.ts';
import { chosenAmount } from './unit-choice.ts';
import { UnitFields } from './unit-fields.tsx';

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
