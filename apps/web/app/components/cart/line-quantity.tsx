import type { CartItem } from '@shop/contracts/cart';
import { cartMessages } from '@shop/contracts/checkout-texts';
import { uiMessages } from '@shop/contracts/ui';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { QuantityStepper } from '#components/ui/quantity-stepper.tsx';
import type { useCartForm } from './use-cart-form.ts';

/** Long enough to step on or to type a second digit, short enough to feel at once. */
const DEBOUNCE_MS = 400;

type LineQuantityProps = { item: CartItem; form: ReturnType<typeof useCartForm> };

/** Sends itself when the number changes. Without JavaScript it has a button. */
export function LineQuantity({ item, form: { Form, state, data, submit } }: LineQuantityProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // More than is left can only be lowered: what the shopper wanted is not changed behind their back.
  const maxQuantity = Math.max(item.availableQuantity, item.quantity);

  const sendSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // A number that is still being typed is not sent; leaving the field settles it.
      if (form.current?.checkValidity()) void submit(form.current);
    }, DEBOUNCE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // What the cart has come to is shown, unless the shopper has gone on meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every answer, also a refusal that changed nothing.
  useEffect(() => {
    const field = form.current?.elements.namedItem('quantity');
    if (state === 'idle' && timer.current === undefined && field instanceof HTMLInputElement)
      field.valueAsNumber = item.quantity;
  }, [state, data, item.quantity]);

  return (
    <Form ref={form} method="post" action="/cart" onChange={sendSoon} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="intent" value="quantity" />
      <input type="hidden" name="id" value={item.id} />
      <QuantityStepper
        name="quantity"
        defaultValue={item.quantity}
        max={maxQuantity}
        label={`${uiMessages.quantity}: ${item.name}`}
      />
      <Button type="submit" look="secondary" compact className="hidden! noscript:inline-flex!">
        {cartMessages.update}
      </Button>
    </Form>
  );
}
