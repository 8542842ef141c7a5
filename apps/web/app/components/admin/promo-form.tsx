import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin-texts';
import type { PromoCode } from '@shop/contracts/promo-codes';
import { promoMessages as words } from '@shop/contracts/promo-codes-texts';
import { uiMessages } from '@shop/contracts/ui';
import { Form } from 'react-router';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#components/ui/field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { fieldsOf, NewPromoFields, PromoTermsFields } from '#lib/promo-fields.ts';
import { useSending } from '#lib/sending.ts';
import { Panel } from './admin-page.tsx';

const COUNT = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const;

/** A new code, or the terms of one there is: its name stays. */
export function PromoForm({ promo, reply }: { promo?: PromoCode; reply?: SubmissionResult }) {
  const busy = useSending();
  const [form, fields] = useContractForm(
    promo ? PromoTermsFields.extend({ code: NewPromoFields.shape.code.optional() }) : NewPromoFields,
    {
      id: 'promo',
      lastResult: reply,
      defaultValue: promo && fieldsOf(promo),
    },
  );
  return (
    <Form method="post" {...getFormProps(form)}>
      <Panel className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        {!promo && <TextField {...fieldOf(fields.code)} label={words.code} hint={words.codeHint} autoComplete="off" />}
        <TextField
          {...fieldOf(fields.percent)}
          label={words.percent}
          type="number"
          min={0.01}
          max={100}
          step={0.01}
          inputMode="decimal"
        />
        <TextField {...fieldOf(fields.title)} label={words.name} />
        <TextAreaField {...fieldOf(fields.description)} label={words.description} rows={2} className="col-span-full" />
        <TextField {...fieldOf(fields.startsAt)} label={words.starts} hint={words.alwaysHint} type="datetime-local" />
        <TextField {...fieldOf(fields.endsAt)} label={words.ends} hint={words.alwaysHint} type="datetime-local" />
        <TextField {...fieldOf(fields.usageLimit)} {...COUNT} label={words.usageLimit} hint={words.limitHint} />
        <TextField
          {...fieldOf(fields.perUserLimit)}
          {...COUNT}
          label={words.perUserLimit}
          hint={words.perUserLimitHint}
        />
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={adminMessages.saving}>
          {promo ? words.save : words.create}
        </Button>
        <ButtonLink to="/admin/promotions" look="quiet">
          {uiMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}
