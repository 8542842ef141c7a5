import { dollars, formatCharge, minimumCharge } from '@shop/contracts/common/money';
import { OTHER_REFUND_METHODS } from '@shop/contracts/orders/constants';
import { refundMethodLabels } from '@shop/contracts/orders/messages';
import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { type RefundBreakdown, refundBreakdown } from '@shop/contracts/returns/refund';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { RefundExplained } from '#shop/returns/refund-explained.tsx';
import { SelectField } from '#ui/form/field.tsx';

/** The refund of the units received, with how it is made. */
export function RefundStep({ of: { lines, terms, currency } }: { of: AdminReturn }) {
  const received = lines.filter(
    ({ outcome, restocked, writtenOff }) => outcome === 'refund' && restocked + writtenOff > 0,
  );
  const refund = refundBreakdown(
    terms,
    received.map(({ price, restocked, writtenOff }) => ({ price, quantity: restocked + writtenOff })),
  );
  const byHand = !terms.paidOnline || refund.isBelowMinimum;
  const amount = terms.paidOnline ? formatCharge(refund.minor, currency) : dollars(refund.total);
  return (
    <Panel title={texts.refundTitle}>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-5">
        <FormKey />
        <p className="text-small">{explain({ terms, refund, amount })}</p>
        <div className="w-full max-w-md">
          <RefundExplained terms={terms} refund={refund} />
        </div>
        {byHand && refund.minor > 0 && (
          <SelectField label={texts.paidBy} name="method" className="w-full max-w-md">
            {OTHER_REFUND_METHODS.map((method) => (
              <option key={method} value={method}>
                {refundMethodLabels[method]}
              </option>
            ))}
          </SelectField>
        )}
        <IntentButton intent="refund">{label(byHand, refund.minor, amount)}</IntentButton>
      </Form>
    </Panel>
  );
}

type Refund = { terms: AdminReturn['terms']; refund: RefundBreakdown; amount: string };

function explain({ terms: { paidOnline, charge }, refund, amount }: Refund) {
  if (refund.minor === 0) return texts.refundNothing;
  if (!paidOnline) return texts.refundCash;
  const least = formatCharge(minimumCharge(charge.currency), charge.currency);
  return refund.isBelowMinimum ? texts.refundBelowMinimum(amount, least) : texts.refundOnline;
}

function label(byHand: boolean, minor: number, amount: string) {
  if (minor === 0) return texts.closeWithoutRefund;
  return byHand ? texts.recordRefund(amount) : texts.refund(amount);
}
