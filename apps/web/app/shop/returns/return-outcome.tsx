import { returnOutcomeLabels, returnMessages as texts } from '@shop/contracts/returns/messages';
import type { ExchangeOption } from '@shop/contracts/returns/schema';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { FieldError } from '#ui/form/field.tsx';
import { canExchange, fieldName, itemId, sizeText } from './return-draft.ts';
import type { ReturnItemProps } from './return-item-props.ts';

/** Another size before a refund, then the sizes. The sizes unfold by CSS. */
export function ReturnOutcomeChoice({ item, draft, errors, reservedUntil, refund, onChange }: ReturnItemProps) {
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
