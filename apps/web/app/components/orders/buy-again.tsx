import { orderMessages } from '@shop/contracts/orders-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { useSending } from '#lib/sending.ts';

export function BuyAgain() {
  const adding = useSending({ intent: 'reorder' });
  return (
    <Form method="post" preventScrollReset>
      <Button
        type="submit"
        name="intent"
        value="reorder"
        look="secondary"
        busy={adding}
        busyLabel={orderMessages.buyingAgain}
      >
        {orderMessages.buyAgain}
      </Button>
    </Form>
  );
}
