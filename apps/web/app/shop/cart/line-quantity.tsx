import { cartMessages } from '@shop/contracts/cart/messages';
import type { CartItem } from '@shop/contracts/cart/schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import type { useCartForm } from './use-cart-form.ts';

/** Long enough for another step or a second digit, short enough to feel immediate. */
const DEBOUNCE_MS = 400;

type LineQuantityProps = { item: CartItem; form: ReturnType<typeof useCartForm> };

/** Submits itself when the quantity changes. Without JavaScript it has a button. */
export function LineQuantity({ item, form: { Form, state, data, submit } }: LineQuantityProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A quantity above the available stock is not clamped silently; the shopper can only lower it.
  const maxQuantity = Math.max(item.availableQuantity, item.quantity);

  const sendSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // A number that is still being typed is not sent; the field is clamped on blur.
      if (form.current?.checkValidity()) void submit(form.current);
    }, DEBOUNCE_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  // Shows the quantity of the cart, unless the shopper has changed it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every response, also an error that changed nothing.
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
