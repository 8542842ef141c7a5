import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages, shippingMethodLabels } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { dollars } from '@shop/contracts/common/money';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Radio } from '#ui/form/choice.tsx';
import { useCartForm } from './use-cart-form.ts';

/** Submits on change. */
export function ShippingChoice({ shippingMethod, shippingPrices }: Pick<Cart, 'shippingMethod' | 'shippingPrices'>) {
  const { Form, formData, submit } = useCartForm();
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? formData?.get('method') ?? shippingMethod;

  // After the response, the value of the server applies.
  useEffect(() => {
    if (!formData) setPicked(undefined);
  }, [formData]);

  return (
    <Form method="post" action="/cart" onChange={(event) => void submit(event.currentTarget)}>
      <input type="hidden" name="intent" value="shipping" />
      <fieldset>
        <legend className="text-small font-semibold">{cartMessages.shipping}</legend>
        {SHIPPING_METHODS.map((method) => (
          <Radio
            key={method}
            name="method"
            value={method}
            checked={chosen === method}
            onChange={() => setPicked(method)}
          >
            {shippingMethodLabels[method]} <span className="tabular-nums">{dollars(shippingPrices[method])}</span>
          </Radio>
        ))}
      </fieldset>
      <Button type="submit" look="secondary" compact className="hidden! noscript:inline-flex!">
        {cartMessages.chooseShipping}
      </Button>
    </Form>
  );
}
