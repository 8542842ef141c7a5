import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages, shippingMethodLabels } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { Clock, Truck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCartForm } from '#shop/cart/use-cart-form.ts';
import { Button } from '#ui/button.tsx';
import { OptionCard, OptionRows } from '#ui/form/option-card.tsx';
import { arrivalFields } from './checkout-request.ts';
import type { quotedArrivals } from './quoted-arrivals.ts';

const ICONS = { standard: Truck, express: Clock };

type DeliveryChoiceProps = Pick<Cart, 'shippingMethod' | 'shippingPrices'> & {
  /** When the order arrives, by shipping method: agreed to with the order. Undefined if the dates are unknown. */
  quoted?: ReturnType<typeof quotedArrivals>;
};

/** Saved with the cart on change. Without scripts, a button of the checkout form updates the total. */
export function DeliveryChoice({ shippingMethod, shippingPrices, quoted }: DeliveryChoiceProps) {
  const { formData, submit } = useCartForm();
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? formData?.get('method') ?? shippingMethod;

  // After the response, the value of the server applies.
  useEffect(() => {
    if (!formData) setPicked(undefined);
  }, [formData]);

  const pick = (method: string) => {
    setPicked(method);
    void submit({ intent: 'shipping', method }, { method: 'post', action: '/cart' });
  };
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{checkoutPageMessages.delivery}</legend>
      <OptionRows>
        {SHIPPING_METHODS.map((method) => {
          const Icon = ICONS[method];
          return (
            <OptionCard
              key={method}
              name="shippingMethod"
              value={method}
              checked={chosen === method}
              onChange={() => pick(method)}
              icon={<Icon className="size-5" strokeWidth={1.5} />}
              title={shippingMethodLabels[method]}
              hint={quoted?.texts[method]}
              aside={cartMessages.shippingPrice(shippingPrices[method])}
            />
          );
        })}
      </OptionRows>
      {quoted &&
        arrivalFields(quoted.arrivals).map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <noscript>
        <Button type="submit" name="intent" value="shipping" look="secondary" compact className="mt-3">
          {cartMessages.chooseShipping}
        </Button>
      </noscript>
    </fieldset>
  );
}
