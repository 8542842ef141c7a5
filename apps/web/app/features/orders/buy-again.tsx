import { orderMessages } from '@shop/contracts/orders/messages';
import { Form } from 'react-router';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';

export function BuyAgain() {
  const adding = useIsSubmitting({ intent: 'reorder' });
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
