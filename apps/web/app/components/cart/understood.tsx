import { cartMessages } from '@shop/contracts/checkout-texts';
import { Button } from '#components/ui/button.tsx';
import { useCartForm } from './use-cart-form.ts';

type UnderstoodProps = {
  /** What was read, for those who do not see where the button stands. */
  about: string;
  values: { intent: 'acknowledge' } | { intent: 'quantity'; id: string; quantity: number };
};

/** The shopper's answer to a notice. */
export function Understood({ about, values }: UnderstoodProps) {
  const { Form, state } = useCartForm();
  return (
    <Form method="post" action="/cart">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        type="submit"
        look="secondary"
        compact
        busy={state !== 'idle'}
        aria-label={`${cartMessages.understood}: ${about}`}
      >
        {cartMessages.understood}
      </Button>
    </Form>
  );
}
