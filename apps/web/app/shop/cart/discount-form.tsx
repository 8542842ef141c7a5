import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import type { CartActionResult } from './cart-forms.ts';
import { useCartForm } from './use-cart-form.ts';

type DiscountFormProps = Pick<Cart, 'discountCode'> & {
  /** The action result of a submission without JavaScript. */
  result?: CartActionResult;
  /** The page that it returns to without JavaScript. */
  action?: '/cart' | '/checkout';
};

export function DiscountForm({ discountCode, result, action = '/cart' }: DiscountFormProps) {
  const { Form, data = result, state } = useCartForm();
  const busy = state !== 'idle';
  if (discountCode !== null)
    return (
      <Form method="post" action={action} className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 text-small">
          {cartMessages.discountCode}: <span className="font-semibold">{discountCode}</span>
        </p>
        <Button type="submit" name="intent" value="remove-discount" look="quiet" compact busy={busy}>
          {cartMessages.removeDiscount}
        </Button>
      </Form>
    );
  return (
    <Form method="post" action={action} className="flex items-start gap-3">
      <input type="hidden" name="intent" value="discount" />
      <TextField
        name="code"
        label={cartMessages.discountCode}
        error={data?.code?.error}
        defaultValue={data?.code?.typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="flex-1"
      />
      <Button
        type="submit"
        look="secondary"
        busy={busy}
        busyLabel={cartMessages.applying}
        className="mt-[29px] shrink-0"
      >
        {cartMessages.apply}
      </Button>
    </Form>
  );
}
