import { catalogMessages } from '@shop/contracts/catalog/messages';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ProductPrice } from '#ui/product-price.tsx';
import { ADD_TO_CART_FORM } from './add-to-cart.tsx';
import { CHOICE_CHANGED_HIDES } from './layout.ts';

type BuyBarProps = { name: string; prices: { price: number; salePrice: number }; availableQuantity: number };

const BAR = classes(
  'sticky bottom-0 z-30 border-line border-t bg-paper tablet:hidden',
  'transition-[opacity,visibility] inert:invisible inert:opacity-0',
  CHOICE_CHANGED_HIDES,
);

/** Sticky add-to-cart bar on phones, hidden while the form itself is in the viewport. */
export function BuyBar(props: BuyBarProps) {
  return props.availableQuantity > 0 ? <Bar {...props} /> : null;
}

function Bar({ name, prices }: BuyBarProps) {
  const formInSight = useInSight(ADD_TO_CART_FORM);
  return (
    <div inert={formInSight} className={BAR}>
      <div className="page-width flex items-center gap-4 py-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-small">{name}</p>
          <ProductPrice product={prices} />
        </div>
        <Button type="submit" form={ADD_TO_CART_FORM} className="shrink-0">
          {catalogMessages.addToCart}
        </Button>
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
