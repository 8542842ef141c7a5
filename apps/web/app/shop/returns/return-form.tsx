import { dollars } from '@shop/contracts/common/money';
import { returnMessages as texts } from '@shop/contracts/returns/messages';
import type { ReturnOptions } from '@shop/contracts/returns/schema';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { itemDraft, itemId, type ReturnDraft, summaryOf } from './return-draft.ts';
import { ReturnItem } from './return-item.tsx';
import { ReturnSummary } from './return-summary.tsx';

type ReturnFormProps = {
  options: ReturnOptions;
  /** Idempotency key: submitting twice requests one return. */
  formKey: string;
  /** What was submitted, and what is missing in it: by field, or `items` if none is chosen. */
  draft?: ReturnDraft;
  errors?: Record<string, string>;
};

const NO_ERRORS = {};

/** On phones the button is far below the items. */
function focusFirst(form: HTMLFormElement | null, errors: ReturnFormProps['errors']) {
  const [name] = Object.keys(errors ?? NO_ERRORS);
  if (name === undefined) return;
  form?.querySelector<HTMLElement>(name === 'items' ? '[data-choose]:enabled' : `[name="${name}"]:enabled`)?.focus();
}

export function ReturnForm({ options, formKey, draft: submitted, errors }: ReturnFormProps) {
  const { shortDate } = useDates();
  const [draft, setDraft] = useState<ReturnDraft>(submitted ?? { items: {}, comment: '' });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusFirst(form.current, errors), [errors]);
  const reservedUntil = shortDate(new Date(options.reservedUntil));
  /** What the chosen units of an item would be refunded. */
  const refundText = (id: string) => {
    const only = { ...itemDraft(draft, id), chosen: true, outcome: 'refund' as const };
    const amount = dollars(summaryOf(options, { items: { [id]: only }, comment: '' }).refund.total);
    return options.terms.paidOnline ? texts.toCard(amount) : texts.byStore(amount);
  };
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="grid grid-cols-1 gap-8 desktop:grid-cols-[minmax(0,1fr)_minmax(0,21rem)] desktop:items-start"
    >
      <input type="hidden" name="key" value={formKey} />
      <div className="min-w-0">
        <h2 className="text-h3">{texts.chooseItems}</h2>
        {errors?.items && <FieldError>{errors.items}</FieldError>}
        <ul className="mt-3 grid gap-3">
          {options.items.map((item) => {
            const id = itemId(item);
            return (
              <ReturnItem
                key={id}
                item={item}
                draft={itemDraft(draft, id)}
                errors={errors ?? NO_ERRORS}
                reservedUntil={reservedUntil}
                refund={refundText(id)}
                onChange={(changed) => setDraft((before) => ({ ...before, items: { ...before.items, [id]: changed } }))}
              />
            );
          })}
        </ul>
        <TextAreaField
          className="mt-5"
          label={`${texts.comment} ${texts.optional}`}
          name="comment"
          rows={3}
          maxLength={1_000}
          value={draft.comment}
          onChange={({ target }) => setDraft((before) => ({ ...before, comment: target.value }))}
        />
      </div>
      <ReturnSummary options={options} draft={draft} />
    </Form>
  );
}
