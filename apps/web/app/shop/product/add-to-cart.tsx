import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { SyntheticEvent } from 'react';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { Button } from '#ui/button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { BackInStockForm } from './back-in-stock-form.tsx';
import { ASKED_PARAMETER, CHOICE_CHANGED_HIDES, OPTIONS_FORM } from './product-layout.ts';
import type { OptionChoice } from './use-selection.ts';

/** Form id: the buy bar on phones submits this form too. */
export const ADD_TO_CART_FORM = 'add-to-cart';

type AddToCartProps = { selection: OptionChoice; availableQuantity: number };

/** Until every option is chosen, the button says which one is missing. */
export function AddToCart({ selection, availableQuantity }: AddToCartProps) {
  const { Form, state } = useCartForm();
  const { variant, missing, askForOption } = selection;
  if (variant && availableQuantity === 0)
    return (
      <>
        <Button disabled className="w-full">
          {catalogMessages.outOfStock}
        </Button>
        <BackInStockForm key={variant.id} variantId={variant.id} className={CHOICE_CHANGED_HIDES} />
      </>
    );

  // Also for Enter in the quantity.
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    askForOption();
  };
  return (
    <Form
      id={ADD_TO_CART_FORM}
      method="post"
      action="/cart"
      onSubmit={variant ? undefined : ask}
      className={`flex flex-wrap gap-3 ${CHOICE_CHANGED_HIDES}`}
    >
      <input type="hidden" name="intent" value="add" />
      {variant && <input type="hidden" name="variantId" value={variant.id} />}
      {availableQuantity > 0 && <QuantityStepper name="quantity" defaultValue={1} max={availableQuantity} />}
      {missing === undefined ? (
        <Button type="submit" busy={state === 'submitting'} busyLabel={cartMessages.adding} className="flex-1">
          {catalogMessages.addToCart}
        </Button>
      ) : (
        <Button type="submit" form={OPTIONS_FORM} name={ASKED_PARAMETER} value="" onClick={ask} className="flex-1">
          {productMessages.selectOption(missing)}
        </Button>
      )}
    </Form>
  );
}
