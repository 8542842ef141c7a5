import { dollars } from '@shop/contracts/common/money';
import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnOutcomeLabels, returnReasonLabels, returnMessages as texts } from '@shop/contracts/returns/messages';
import type { ExchangeOption, ReturnableItem, ReturnOptions } from '@shop/contracts/returns/schema';
import { Check } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Form, Link } from 'react-router';
import { type Dates, useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, SelectField, TextAreaField } from '#ui/form/field.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { RefundExplained } from './refund-explained.tsx';
import {
  canExchange,
  fieldName,
  type ItemDraft,
  itemDraft,
  itemId,
  type ReturnDraft,
  sizeText,
  summaryOf,
  withReason,
} from './return-draft.ts';

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

type ReturnItemProps = {
  item: ReturnableItem;
  draft: ItemDraft;
  errors: Record<string, string>;
  /** The day until which a size would be reserved. */
  reservedUntil: string;
  refund: string;
  onChange: (draft: ItemDraft) => void;
};

/** One item of the order. Its choices unfold by CSS when it is chosen, so that no script is needed. */
function ReturnItem(props: ReturnItemProps) {
  const { item, draft, errors, onChange } = props;
  const dates = useDates();
  const id = itemId(item);
  return (
    <li className="group/item rounded-card border border-line p-4 has-[[data-choose]:checked]:border-violet has-[[data-choose]:checked]:ring-1 has-[[data-choose]:checked]:ring-violet tablet:p-5">
      <label className="flex min-h-11 items-center gap-3.5 has-disabled:text-ink-muted">
        <input
          data-choose
          type="checkbox"
          name={fieldName('chosen', id)}
          checked={draft.chosen}
          disabled={item.returnable === 0}
          onChange={({ target }) => onChange({ ...draft, chosen: target.checked })}
          className="size-5 shrink-0 accent-violet"
        />
        <ResponsiveImage
          src={item.image}
          alt=""
          width={64}
          height={80}
          sizes="64px"
          largest={320}
          className="h-20 w-16 shrink-0 rounded-image object-cover"
        />
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span className="min-w-0">
            <span className="block font-semibold">{item.name}</span>
            <span className="block text-ink-soft text-small">{detailsOf(item, dates).join(' · ')}</span>
          </span>
          <span className="font-semibold tabular-nums">{dollars(item.price)}</span>
        </span>
      </label>
      <div className="mt-4 hidden gap-5 border-line border-t pt-4 group-has-[[data-choose]:checked]/item:grid tablet:pl-8">
        {item.returnable > 1 && (
          <SelectField
            label={texts.quantity}
            name={fieldName('quantity', id)}
            value={draft.quantity}
            onChange={({ target }) => onChange({ ...draft, quantity: Number(target.value) })}
          >
            {Array.from({ length: item.returnable }, (_, place) => place + 1).map((units) => (
              <option key={units}>{units}</option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={texts.reason}
          name={fieldName('reason', id)}
          value={draft.reason}
          error={errors[fieldName('reason', id)]}
          onChange={({ target }) =>
            onChange(withReason(item, draft, RETURN_REASONS.find((reason) => reason === target.value) ?? ''))
          }
        >
          <option value="">{texts.chooseReason}</option>
          {RETURN_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {returnReasonLabels[reason]}
            </option>
          ))}
        </SelectField>
        <ReturnOutcomeChoice {...props} />
      </div>
    </li>
  );
}

function detailsOf(
  { options, quantity, returnable, excluded, isTooLate, ...item }: ReturnableItem,
  { shortDate }: Dates,
) {
  const parts = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  if (excluded) return [...parts, texts.excluded];
  if (isTooLate) return [...parts, texts.tooLate];
  if (item.exchangeLineId && item.returnUntil)
    parts.push(texts.receivedInExchange(shortDate(new Date(item.returnUntil))));
  if (returnable === 0) return [...parts, texts.noneReturnable];
  return quantity > 1 ? [...parts, texts.someReturnable(returnable, quantity)] : parts;
}

/** Another size before a refund, then the sizes. The sizes unfold by CSS. */
function ReturnOutcomeChoice({ item, draft, errors, reservedUntil, refund, onChange }: ReturnItemProps) {
  const id = itemId(item);
  const name = fieldName('outcome', id);
  const hasSizes = canExchange(item);
  return (
    <div className="group/outcome grid gap-5">
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold text-small">{texts.outcome}</legend>
        <div className="grid grid-cols-1 gap-2 tablet:grid-cols-2">
          {item.exchanges.length > 0 && (
            <Outcome
              data-exchange
              label={returnOutcomeLabels.exchange}
              hint={hasSizes ? texts.sameItem : texts.noOtherSize}
              name={name}
              value="exchange"
              checked={draft.outcome === 'exchange'}
              disabled={!hasSizes}
              onChange={() => onChange({ ...draft, outcome: 'exchange' })}
            />
          )}
          <Outcome
            label={returnOutcomeLabels.refund}
            hint={refund}
            name={name}
            value="refund"
            checked={draft.outcome === 'refund' || item.exchanges.length === 0}
            onChange={() => onChange({ ...draft, outcome: 'refund' })}
          />
        </div>
        {errors[name] && <FieldError>{errors[name]}</FieldError>}
      </fieldset>
      {hasSizes && (
        <fieldset className="hidden min-w-0 group-has-[[data-exchange]:checked]/outcome:block">
          <legend className="font-semibold text-small">
            {texts.newSize}
            <Link
              to="/size-guide"
              className="ml-3 inline-flex min-h-11 items-center font-normal text-violet underline underline-offset-4"
            >
              {texts.sizeGuide}
            </Link>
          </legend>
          <div className="flex flex-wrap gap-2">
            {item.exchanges.map((size) => (
              <Size
                key={size.variantId}
                size={size}
                name={fieldName('variantId', id)}
                checked={draft.variantId === size.variantId}
                onChoose={() => onChange({ ...draft, outcome: 'exchange', variantId: size.variantId })}
              />
            ))}
          </div>
          {errors[fieldName('variantId', id)] && <FieldError>{errors[fieldName('variantId', id)]}</FieldError>}
          <Reserved
            size={item.exchanges.find(({ variantId }) => variantId === draft.variantId)}
            until={reservedUntil}
          />
        </fieldset>
      )}
    </div>
  );
}

type OutcomeProps = ComponentProps<'input'> & { label: string; hint: string; 'data-exchange'?: boolean };

function Outcome({ label, hint, ...input }: OutcomeProps) {
  return (
    <label className="flex min-h-16 items-start gap-3 rounded-control border border-line-strong px-3.5 py-3 has-checked:border-violet has-checked:bg-violet-tint has-disabled:border-line has-disabled:text-ink-muted">
      <input {...input} type="radio" className="mt-0.5 size-5 shrink-0 accent-violet" />
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        <span className="block text-ink-soft text-small">{hint}</span>
      </span>
    </label>
  );
}

type SizeProps = { size: ExchangeOption; name: string; checked: boolean; onChoose: () => void };

function Size({ size, name, checked, onChoose }: SizeProps) {
  const isGone = size.available === 0;
  return (
    <label className="inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control border border-line-strong px-4 text-small has-checked:border-violet has-checked:bg-violet-tint has-checked:ring-1 has-checked:ring-violet has-focus-visible:outline-2 has-focus-visible:outline-violet has-focus-visible:outline-offset-2 has-disabled:cursor-default has-disabled:border-dashed has-disabled:text-ink-muted has-disabled:line-through">
      <input
        type="radio"
        name={name}
        value={size.variantId}
        checked={checked}
        disabled={isGone}
        onChange={onChoose}
        className="sr-only"
      />
      {sizeText(size.options)}
      {isGone && <span className="sr-only"> ({texts.soldOut})</span>}
    </label>
  );
}

const FEW = 5;

function Reserved({ size, until }: { size: ExchangeOption | undefined; until: string }) {
  if (!size) return null;
  return (
    <p
      role="status"
      className="mt-4 flex gap-2.5 rounded-control bg-delivered-bg px-3.5 py-3 font-medium text-delivered text-small"
    >
      <Check aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
      <span className="min-w-0">
        {texts.reservedUntil(sizeText(size.options), until)}
        {size.available <= FEW && ` ${texts.onlyLeft(size.available)}`}
      </span>
    </p>
  );
}

/** Exchange and refund apart, how the refund is made, and what follows. */
function ReturnSummary({ options, draft }: { options: ReturnOptions; draft: ReturnDraft }) {
  const hydrated = useHydrated();
  const { exchanges, refunds, refund } = summaryOf(options, draft);
  return (
    <aside
      aria-labelledby="return-summary"
      className="rounded-card bg-pearl p-5 tablet:p-6 desktop:sticky desktop:top-24"
    >
      <h2 id="return-summary" className="mb-4 font-display text-h2">
        {texts.summary}
      </h2>
      <dl className="grid gap-3">
        {exchanges.map(({ id, name, from, to }) => (
          <SummaryLine
            key={id}
            label={texts.exchangeOf}
            note={texts.exchangeLine(name, from, to)}
            amount={dollars(0)}
          />
        ))}
        {refunds.length > 0 && (
          <SummaryLine
            label={texts.refundOf}
            note={refunds.map(({ name }) => name).join(', ')}
            amount={dollars(refund.total)}
          />
        )}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-3">
          <dt className="font-semibold">{texts.refundTotal}</dt>
          <dd className="font-display text-h2 tabular-nums">{dollars(refund.total)}</dd>
        </div>
      </dl>
      {refunds.length > 0 && (
        <div className="mt-4">
          <RefundExplained terms={options.terms} refund={refund} />
        </div>
      )}
      {!hydrated && (
        <IntentButton intent="preview" look="secondary" className="mt-5 w-full">
          {texts.updateSummary}
        </IntentButton>
      )}
      <IntentButton intent="request" busyLabel={texts.requesting} className="mt-5 w-full">
        {texts.request}
      </IntentButton>
      <p className="mt-2.5 text-ink-soft text-small">{texts.postage}</p>
      <ol className="mt-5 grid gap-3 border-line border-t pt-5 text-ink-soft text-small">
        {texts.steps.map((step, place) => (
          <li key={step} className="grid grid-cols-[26px_minmax(0,1fr)]">
            <span aria-hidden className="font-display text-[1.375rem] text-mauve-deep leading-none">
              {place + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </aside>
  );
}

function SummaryLine({ label, note, amount }: { label: string; note: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0">
        {label}
        <span className="block text-ink-soft text-small">{note}</span>
      </dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  );
}
