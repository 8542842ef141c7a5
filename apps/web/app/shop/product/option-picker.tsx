import { cartMessages } from '@shop/contracts/cart/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';
import { OptionSizeGuide, SizeGuideLink } from './option-size-guide.tsx';
import { CHOICE_CHANGED_SHOWS, OPTIONS_FORM } from './product-layout.ts';
import type { OptionChoice } from './use-selection.ts';
import { lowestPrices, mostAvailable, selectionOf, selectionWith } from './variants.ts';

type Offer = Pick<ProductDetail, 'category' | 'price' | 'salePrice' | 'inStock' | 'options' | 'variants'>;
type OptionChoiceProps = { product: Offer; selection: OptionChoice };
type OptionPickerProps = OptionChoiceProps & { formId?: string };

/** Without JavaScript a button submits the chosen options. */
export function OptionPicker({ product, selection, formId = OPTIONS_FORM }: OptionPickerProps) {
  const form = useRef<HTMLFormElement>(null);
  /** The option whose size guide is open. */
  const [guided, setGuided] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: only for options picked before hydration.
  useEffect(() => {
    if (!form.current) return;
    const picked = selectionOf(product, readOptionValues(form.current)).choice;
    if (product.options.some(({ name }) => picked[name] !== selection.choice[name])) selection.choose(picked);
  }, []);

  if (product.options.length === 0) return null;
  return (
    <>
      <form ref={form} id={formId} action={`#${formId}`} className="grid grid-cols-1 gap-6">
        {product.options.map((option) => (
          <OptionGroup key={option.name} {...{ product, selection, option }} onGuide={() => setGuided(option.name)} />
        ))}
        <Button type="submit" look="secondary" className={CHOICE_CHANGED_SHOWS}>
          {productMessages.updateSelection}
        </Button>
      </form>
      {product.options.map((option) => (
        <OptionSizeGuide
          key={option.name}
          {...{ product, selection, option }}
          open={guided === option.name}
          onClose={() => setGuided(undefined)}
        />
      ))}
    </>
  );
}

type OptionGroupProps = OptionChoiceProps & { option: ProductDetail['options'][number]; onGuide: () => void };

function OptionGroup({ product, selection, option, onGuide }: OptionGroupProps) {
  const { name, values } = option;
  const errorId = useId();
  const chosen = selection.choice[name];
  const isMissing = selection.isAsked && chosen === undefined;
  return (
    <fieldset className="min-w-0" aria-describedby={isMissing ? errorId : undefined}>
      <legend className="sr-only">{name}</legend>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small">
          <span className="font-semibold">{name}:</span>{' '}
          {chosen ?? <span className="text-ink-muted">{productMessages.noneSelected}</span>}
        </p>
        <SizeGuideLink product={product} option={option} onOpen={onGuide} />
      </div>
      <div
        className={classes(
          'flex flex-wrap gap-2',
          isMissing && 'rounded-control outline-2 outline-cancelled outline-offset-6',
        )}
      >
        {values.map((value) => (
          <OptionValue key={value} {...{ product, selection, name, value }} />
        ))}
      </div>
      {isMissing && (
        <div className="mt-4">
          <FieldError id={errorId}>{cartMessages.chooseOption}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const LABEL = classes(
  'relative inline-flex min-h-12 min-w-12 max-w-full flex-col items-center justify-center rounded-control border border-line-strong px-4 py-2 text-action transition-colors hover:border-ink',
  'has-checked:border-violet has-checked:bg-violet-tint has-checked:ring-1 has-checked:ring-violet',
  'has-focus-visible:outline-2 has-focus-visible:outline-violet has-focus-visible:outline-offset-2',
);
const SOLD_OUT = 'not-has-checked:border-dashed text-ink-muted line-through';

const readOptionValues = (form: HTMLFormElement) =>
  [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);

function OptionValue({ product, selection, name, value }: OptionChoiceProps & { name: string; value: string }) {
  const { choice, candidates } = selectionWith(product, selection, [name, value]);
  const offered = choice[name] === value;
  const soldOut = !offered || mostAvailable(product, candidates) === 0;
  const { pricesDiffer } = lowestPrices(product, product.variants);

  return (
    <label className={classes(LABEL, soldOut && SOLD_OUT)}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={selection.choice[name] === value}
        disabled={!offered}
        onChange={() => selection.choose(choice)}
        className="sr-only"
      />
      <span>
        {value} {soldOut && <span className="sr-only">{productMessages.outOfStock}</span>}
      </span>
      {pricesDiffer && offered && (
        <span className="text-small text-ink-soft tabular-nums">
          {dollars(currentPrice(lowestPrices(product, candidates).prices))}
        </span>
      )}
    </label>
  );
}
