import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { useCartForm } from '#features/cart/use-cart-form.ts';
import { Button } from '#ui/button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { BackInStockForm } from './back-in-stock-form.tsx';
import { CHOICE_CHANGED_HIDES } from './layout.ts';

/** Form id: the buy bar on phones submits this form too. */
export const ADD_TO_CART_FORM = 'add-to-cart';

export function AddToCart({ variantId, availableQuantity }: { variantId: string; availableQuantity: number }) {
  const { Form, state } = useCartForm();
  if (availableQuantity === 0)
    return (
      <>
        <Button disabled className="w-full">
          {catalogMessages.outOfStock}
        </Button>
        <BackInStockForm key={variantId} variantId={variantId} className={CHOICE_CHANGED_HIDES} />
      </>
    );

  return (
    <Form id={ADD_TO_CART_FORM} method="post" action="/cart" className={`flex flex-wrap gap-3 ${CHOICE_CHANGED_HIDES}`}>
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="variantId" value={variantId} />
      <QuantityStepper name="quantity" defaultValue={1} max={availableQuantity} />
      <Button type="submit" busy={state === 'submitting'} busyLabel={cartMessages.adding} className="flex-1">
        {catalogMessages.addToCart}
      </Button>
    </Form>
  );
}
