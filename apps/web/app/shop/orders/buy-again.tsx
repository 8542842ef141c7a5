import { orderMessages } from '@shop/contracts/orders/messages';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';

export function BuyAgain() {
  return (
    <Form method="post" preventScrollReset>
      <IntentButton intent="reorder" look="secondary" busyLabel={orderMessages.buyingAgain}>
        {orderMessages.buyAgain}
      </IntentButton>
    </Form>
  );
}
