import { cartMessages } from '@shop/contracts/cart/messages';
import { Button } from '#ui/button.tsx';
import { useCartForm } from './use-cart-form.ts';

type AcknowledgeButtonProps = {
  /** What the notice is about, for screen readers. */
  about: string;
  /** For a button that does more than dismiss the notice. */
  label?: string;
  values: { intent: 'acknowledge' } | { intent: 'quantity'; id: string; quantity: number };
};

export function AcknowledgeButton({ about, label = cartMessages.acknowledge, values }: AcknowledgeButtonProps) {
  const { Form, state } = useCartForm();
  return (
    <Form method="post" action="/cart">
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" look="secondary" compact busy={state !== 'idle'} aria-label={`${label}: ${about}`}>
        {label}
      </Button>
    </Form>
  );
}
