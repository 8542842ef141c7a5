import { paymentMessages as words } from '@shop/contracts/system-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { useSending } from '#lib/sending.ts';

/** For pages whose action handles the intent `retry` with a `refundId`. `amount` and `reference` tell the buttons of a page apart. */
export function RetryRefund({ refundId, amount, reference }: { refundId: string; amount: string; reference: string }) {
  const retrying = useSending({ intent: 'retry', refundId });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="refundId" value={refundId} />
      <Button
        type="submit"
        name="intent"
        value="retry"
        look="secondary"
        compact
        busy={retrying}
        busyLabel={words.retrying}
        aria-label={words.retryOf(amount, reference)}
      >
        {words.retry}
      </Button>
    </Form>
  );
}
