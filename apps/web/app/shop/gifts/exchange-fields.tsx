import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { giftExchangeMessages as texts } from '@shop/contracts/returns/gift-messages';
import { returnReasonLabels } from '@shop/contracts/returns/messages';
import { useDates } from '#lib/dates.ts';
import { SelectField } from '#ui/form/field.tsx';
import { type EnteredExchange, fieldName, type GiftItem } from './exchange-form.ts';

type ExchangeFieldsProps = { item: GiftItem; entered: EnteredExchange; errors: Record<string, string> };

/** New size, reason and quantity of one item. Without a new size the item is kept. */
export function ExchangeFields({ item, entered, errors }: ExchangeFieldsProps) {
  const { shortDate } = useDates();
  const reason = blockedBy(item);
  if (reason) return <p className="mt-2 text-ink-soft text-small">{reason}</p>;
  const field = (name: Parameters<typeof fieldName>[0]) => ({
    name: fieldName(name, item),
    defaultValue: entered[fieldName(name, item)],
    error: errors[fieldName(name, item)],
  });
  return (
    <div className="mt-3 grid grid-cols-1 gap-4 tablet:grid-cols-2">
      {item.exchangeLineId && item.returnUntil && (
        <p className="text-ink-soft text-small tablet:col-span-2">
          {texts.exchangeUntil(shortDate(new Date(item.returnUntil)))}
        </p>
      )}
      <SelectField label={texts.newSize} {...field('variantId')}>
        <option value="">{texts.keep}</option>
        {item.exchanges.map(({ variantId, options, available }) => (
          <option key={variantId} value={variantId} disabled={available === 0}>
            {Object.values(options).join(', ')}
            {available === 0 && ` (${texts.soldOut})`}
          </option>
        ))}
      </SelectField>
      <SelectField label={texts.reason} {...field('reason')}>
        <option value="">{texts.chooseReason}</option>
        {RETURN_REASONS.map((each) => (
          <option key={each} value={each}>
            {returnReasonLabels[each]}
          </option>
        ))}
      </SelectField>
      {item.returnable > 1 && (
        <SelectField label={texts.quantity} {...field('quantity')}>
          {unitsUpTo(item.returnable).map((units) => (
            <option key={units}>{units}</option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

const unitsUpTo = (most: number) => Array.from({ length: most }, (_, place) => place + 1);

function blockedBy({ excluded, isTooLate, returnable, exchanges }: GiftItem) {
  if (excluded) return texts.excluded;
  if (isTooLate) return texts.tooLate;
  if (returnable === 0) return texts.alreadyExchanged;
  return exchanges.some(({ available }) => available > 0) ? undefined : texts.noOtherSize;
}
