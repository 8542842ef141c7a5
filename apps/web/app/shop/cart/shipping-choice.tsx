import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages, shippingMethodLabels } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { useEffect, useId, useState } from 'react';
import { useDates } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { Radio } from '#ui/form/choice.tsx';
import { useCartForm } from './use-cart-form.ts';

type ShippingChoiceProps = Pick<Cart, 'shippingMethod' | 'shippingPrices' | 'arrival'>;

/** Submits on change. */
export function ShippingChoice({ shippingMethod, shippingPrices, arrival }: ShippingChoiceProps) {
  const { today } = useDates();
  const id = useId();
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
            aria-labelledby={`${id}-${method}`}
            aria-describedby={arrival[method] ? `${id}-${method}-arrival` : undefined}
          >
            <span id={`${id}-${method}`}>
              {shippingMethodLabels[method]}{' '}
              <span className="tabular-nums">{cartMessages.shippingPrice(shippingPrices[method])}</span>
            </span>
            {arrival[method] && (
              <span id={`${id}-${method}-arrival`} className="block text-ink-soft text-small">
                {deliveryMessages.arrives(arrival[method], today())}
              </span>
            )}
          </Radio>
        ))}
      </fieldset>
      <Button type="submit" look="secondary" compact className="hidden! noscript:inline-flex!">
        {cartMessages.chooseShipping}
      </Button>
    </Form>
  );
}
