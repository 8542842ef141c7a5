import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { type MouseEvent, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ADD_TO_CART_FORM } from './add-to-cart.tsx';
import { ASKED_PARAMETER, CHOICE_CHANGED_HIDES, OPTIONS_FORM } from './product-layout.ts';
import type { OptionChoice } from './use-selection.ts';

type BuyBarProps = {
  name: string;
  prices: { price: number; salePrice: number };
  selection: OptionChoice;
  availableQuantity: number;
};

const BAR = classes(
  'bottom-bar sticky bottom-0 z-30 border-line border-t bg-paper tablet:hidden',
  'transition-[opacity,visibility] inert:invisible inert:opacity-0',
  CHOICE_CHANGED_HIDES,
);

/** Sticky bar on phones that names the choice, hidden while the form itself is in the viewport. */
export function BuyBar(props: BuyBarProps) {
  return props.availableQuantity === 0 ? null : <Bar {...props} />;
}

function Bar({ name, prices, selection: { choice, missing, askForOption } }: BuyBarProps) {
  const formInSight = useInSight(ADD_TO_CART_FORM);
  const chosen = Object.entries(choice).map(([option, value]) => productMessages.chosen(option, value));
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    askForOption();
  };
  return (
    <div inert={formInSight} className={BAR}>
      <div className="page-width flex items-center gap-4 py-2.5">
        <div className="min-w-0 flex-1">
          <p className={classes('font-semibold tabular-nums', prices.salePrice > 0 && 'text-rose')}>
            {dollars(currentPrice(prices))}
          </p>
          <p className="truncate text-small text-ink-soft">
            {missing === undefined ? chosen.join(', ') || name : productMessages.noneSelectedOf(missing)}
          </p>
        </div>
        {missing === undefined ? (
          <Button type="submit" form={ADD_TO_CART_FORM} className="min-w-40 shrink-0">
            {catalogMessages.addToCart}
          </Button>
        ) : (
          <Button
            type="submit"
            form={OPTIONS_FORM}
            name={ASKED_PARAMETER}
            value=""
            onClick={ask}
            className="min-w-40 shrink-0"
          >
            {productMessages.selectShort(missing)}
          </Button>
        )}
      </div>
    </div>
  );
}

function useInSight(id: string) {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false));
    if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return inSight;
}
