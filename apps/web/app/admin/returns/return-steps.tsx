import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import type { AdminReturn } from '@shop/contracts/returns/admin-schema';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import { RefundStep } from './refund-step.tsx';
import { itemText } from './return-lines.tsx';

/** The forms of the steps that this return can take now. */
export function ReturnSteps({ of }: { of: AdminReturn }) {
  const can = useCan();
  const canUpdate = can('orders.update-status');
  const isReceivedFor = (outcome: 'exchange' | 'refund') =>
    of.lines.some((line) => line.outcome === outcome && line.restocked + line.writtenOff > 0);
  if (of.status === 'requested' && canUpdate) return <Decision />;
  if ((of.status === 'authorized' || of.status === 'expired') && canUpdate) return <Receipt of={of} />;
  const isDue = of.status === 'received';
  const isOnItsWay = of.exchangeShipment && !of.exchangeShipment.deliveredAt;
  return (
    <>
      {isDue && isReceivedFor('refund') && !of.refundedAt && can('orders.refund') && <RefundStep of={of} />}
      {isDue && isReceivedFor('exchange') && !of.exchangeShipment && canUpdate && <Exchange />}
      {isOnItsWay && canUpdate && <ExchangeDelivery />}
    </>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-5">
        <FormKey />
        {children}
      </Form>
    </Panel>
  );
}

function Decision() {
  return (
    <>
      <Step title={texts.authorize}>
        <TextAreaField
          className="w-full"
          label={texts.instructions}
          hint={texts.instructionsHint}
          name="instructions"
          rows={3}
          maxLength={1_000}
        />
        <IntentButton intent="authorize">{texts.authorize}</IntentButton>
      </Step>
      <Step title={texts.decline}>
        <TextField className="w-full" label={texts.declineReason} name="reason" required maxLength={500} />
        <IntentButton intent="decline" look="danger">
          {texts.decline}
        </IntentButton>
      </Step>
    </>
  );
}

const UNITS = { type: 'number', min: 0, step: 1, inputMode: 'numeric' } as const;

function Receipt({ of }: { of: AdminReturn }) {
  const hintId = useId();
  return (
    <Step title={texts.receive}>
      <div id={hintId} className="grid gap-2 text-ink-muted text-small">
        {of.status === 'expired' && <p>{texts.receiveLate}</p>}
        <p>{texts.receiveHint}</p>
      </div>
      {of.lines.map((line) => (
        <fieldset key={line.id} aria-describedby={hintId} className="w-full min-w-0">
          <legend className="mb-2 font-semibold">{itemText(line)}</legend>
          <input type="hidden" name="lineId" value={line.id} />
          <div className="grid grid-cols-2 gap-4">
            <TextField
              {...UNITS}
              label={texts.restock}
              name={`restocked:${line.id}`}
              max={line.quantity}
              defaultValue={line.reason === 'damaged' ? 0 : line.quantity}
            />
            <TextField
              {...UNITS}
              label={texts.writeOff}
              name={`writtenOff:${line.id}`}
              max={line.quantity}
              defaultValue={line.reason === 'damaged' ? line.quantity : 0}
            />
          </div>
        </fieldset>
      ))}
      <IntentButton intent="receive">{texts.receive}</IntentButton>
    </Step>
  );
}

function Exchange() {
  return (
    <Step title={texts.ship}>
      <div className="grid w-full grid-cols-1 gap-5 tablet:grid-cols-2">
        <TextField label={texts.carrier} name="carrier" maxLength={60} />
        <TextField label={texts.trackingNumber} hint={texts.trackingHint} name="trackingNumber" maxLength={60} />
      </div>
      <IntentButton intent="ship">{texts.ship}</IntentButton>
    </Step>
  );
}

function ExchangeDelivery() {
  return (
    <Step title={texts.deliverTitle}>
      <p className="text-ink-muted text-small">{texts.deliverHint}</p>
      <IntentButton intent="deliver">{texts.deliver}</IntentButton>
    </Step>
  );
}
