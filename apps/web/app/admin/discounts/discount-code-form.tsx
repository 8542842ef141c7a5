import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import type { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { useStoreTimeZone, ZONE_FIELD } from '#lib/store-time.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import { DiscountCodeTermsFields, fieldsOf, NewDiscountCodeFields } from './discount-code-fields.ts';

const COUNT = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const;

/** A new discount code, or the terms of an existing one, whose code cannot be changed. */
export function DiscountCodeForm({
  discountCode,
  lastResult,
}: {
  discountCode?: DiscountCode;
  lastResult?: SubmissionResult;
}) {
  const timeZone = useStoreTimeZone();
  const busy = useIsSubmitting();
  const dateHint = texts.dateHint(timeZone);
  const [form, fields] = useContractForm(
    discountCode
      ? DiscountCodeTermsFields.extend({ code: NewDiscountCodeFields.shape.code.optional() })
      : NewDiscountCodeFields,
    {
      id: 'discount_code',
      lastResult,
      defaultValue: discountCode && fieldsOf(discountCode, timeZone),
    },
  );
  return (
    <Form method="post" {...getFormProps(form)}>
      <FormKey />
      <input type="hidden" name={ZONE_FIELD} value={timeZone} />
      <Panel className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        {!discountCode && (
          <TextField {...fieldOf(fields.code)} label={texts.code} hint={texts.codeHint} autoComplete="off" />
        )}
        <TextField
          {...fieldOf(fields.percent)}
          label={texts.percent}
          type="number"
          min={0.01}
          max={100}
          step={0.01}
          inputMode="decimal"
        />
        <TextField {...fieldOf(fields.title)} label={texts.name} />
        <TextAreaField {...fieldOf(fields.description)} label={texts.description} rows={2} className="col-span-full" />
        <TextField {...fieldOf(fields.startsAt)} label={texts.starts} hint={dateHint} type="datetime-local" />
        <TextField {...fieldOf(fields.endsAt)} label={texts.ends} hint={dateHint} type="datetime-local" />
        <TextField {...fieldOf(fields.usageLimit)} {...COUNT} label={texts.usageLimit} hint={texts.limitHint} />
        <TextField
          {...fieldOf(fields.perUserLimit)}
          {...COUNT}
          label={texts.perUserLimit}
          hint={texts.perUserLimitHint}
        />
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={adminMessages.saving}>
          {discountCode ? texts.save : texts.create}
        </Button>
        <ButtonLink to="/admin/promotions" look="quiet">
          {uiMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}
