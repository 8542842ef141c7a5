import { dollars, formatCharge } from '@shop/contracts/common/money';
import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { refundBreakdown } from '@shop/contracts/returns/refund';
import { Form } from 'react-router';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { FormKey } from '#features/admin/shared/form-key.tsx';
import { RefundExplained } from '#features/returns/refund-explained.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';

/** The refund of the units received, with how it is made. */
export function RefundStep({ of: { lines, terms, currency } }: { of: AdminReturn }) {
  const received = lines.filter(
    ({ outcome, restocked, writtenOff }) => outcome === 'refund' && restocked + writtenOff > 0,
  );
  const refund = refundBreakdown(
    terms,
    received.map(({ price, restocked, writtenOff }) => ({ price, quantity: restocked + writtenOff })),
  );
  const amount = terms.paidOnline ? formatCharge(refund.minor, currency) : dollars(refund.total);
  return (
    <Panel title={texts.refundTitle}>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-5">
        <FormKey />
        <p className="text-small">{explain(terms.paidOnline, refund.minor)}</p>
        <div className="w-full max-w-md">
          <RefundExplained terms={terms} refund={refund} />
        </div>
        <IntentButton intent="refund">{label(terms.paidOnline, refund.minor, amount)}</IntentButton>
      </Form>
    </Panel>
  );
}

function explain(isOnline: boolean, minor: number) {
  if (minor === 0) return texts.refundNothing;
  return isOnline ? texts.refundOnline : texts.refundCash;
}

function label(isOnline: boolean, minor: number, amount: string) {
  if (minor === 0) return texts.closeWithoutRefund;
  return isOnline ? texts.refund(amount) : texts.recordRefund(amount);
}
