import { dollars } from '@shop/contracts/common/money';
import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnReasonLabels, returnMessages as texts } from '@shop/contracts/returns/messages';
import type { ReturnableItem } from '@shop/contracts/returns/schema';
import { type Dates, useDates } from '#lib/dates.ts';
import { SelectField } from '#ui/form/field.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { fieldName, itemId, withReason } from './return-draft.ts';
import type { ReturnItemProps } from './return-item-props.ts';
import { ReturnOutcomeChoice } from './return-outcome.tsx';

/** One item of the order. Its choices unfold by CSS when it is chosen, so that no script is needed. */
export function ReturnItem(props: ReturnItemProps) {
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
