import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Variant } from '@shop/contracts/catalog/schema';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { CHOICE_CHANGED_SHOWS } from './layout.ts';
import { available, variantFor, variantPrices, variantWith } from './variants.ts';

type Offer = Pick<ProductDetail, 'price' | 'salePrice' | 'inStock' | 'options' | 'variants'>;
type OptionPickerProps = { product: Offer; variant: Variant };

const ID = 'options';

/** The selected options are stored in the URL. Without JavaScript a button submits them. */
export function OptionPicker({ product, variant }: OptionPickerProps) {
  const [, setSearchParams] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const choose = ({ options }: Variant) =>
    setSearchParams(options, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only for options picked before hydration.
  useEffect(() => {
    if (!form.current) return;
    const picked = variantFor(product, readOptionValues(form.current));
    if (picked.id !== variant.id) choose(picked);
  }, []);

  if (product.options.length === 0) return null;
  return (
    <form ref={form} id={ID} action={`#${ID}`} className="grid grid-cols-1 gap-6">
      {product.options.map(({ name, values }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-3 text-small">
            <span className="font-semibold">{name}:</span> {variant.options[name]}
          </legend>
          <div className="flex flex-wrap gap-2">
            {values.map((value) => (
              <OptionValue key={value} {...{ product, variant, name, value, choose }} />
            ))}
          </div>
        </fieldset>
      ))}
      <Button type="submit" look="secondary" className={CHOICE_CHANGED_SHOWS}>
        {productMessages.updateSelection}
      </Button>
    </form>
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

type OptionValueProps = OptionPickerProps & { name: string; value: string; choose: (variant: Variant) => void };

function OptionValue({ product, variant, name, value, choose }: OptionValueProps) {
  const picked = variantWith(product, variant, [name, value]);
  const offered = picked.options[name] === value;
  const soldOut = !offered || available(product, picked) === 0;
  const pricesDiffer = product.variants.some(({ priceDifference }) => priceDifference !== variant.priceDifference);

  return (
    <label className={classes(LABEL, soldOut && SOLD_OUT)}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={variant.options[name] === value}
        disabled={!offered}
        onChange={() => choose(picked)}
        className="sr-only"
      />
      <span>
        {value} {soldOut && <span className="sr-only">{productMessages.outOfStock}</span>}
      </span>
      {pricesDiffer && offered && (
        <span className="text-small text-ink-soft tabular-nums">
          {dollars(currentPrice(variantPrices(product, picked)))}
        </span>
      )}
    </label>
  );
}
