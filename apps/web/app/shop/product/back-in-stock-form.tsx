import { waitlistMessages } from '@shop/contracts/waitlist/messages';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import type { BackInStockResult } from './back-in-stock-result.ts';

const { email, heading, invitation, submit, submitting, done } = waitlistMessages;

type BackInStockFormProps = {
  variantId: string;
  /** Action result of a submission without JavaScript. */
  result?: BackInStockResult;
  className?: string;
};

/** Customers press a button, guests enter an email address. */
export function BackInStockForm({ variantId, result, className }: BackInStockFormProps) {
  const { signedIn } = useSession();
  const fetcher = useFetcher<BackInStockResult>({ key: `wait-${variantId}` });
  const currentResult = fetcher.data ?? result;
  // For a customer, an email error means that the session has ended: the email address is required after all.
  const needsEmail = !signedIn || currentResult?.emailError !== undefined;
  if (currentResult?.done) return <BackInStockConfirmation />;

  return (
    <fetcher.Form method="post" action="/back-in-stock" noValidate aria-label={heading} className={className}>
      <input type="hidden" name="variantId" value={variantId} />
      <p className="mb-3 text-small text-ink-soft">{invitation}</p>
      <div className="grid gap-3">
        {needsEmail && (
          <TextField
            label={email}
            type="email"
            name="email"
            autoComplete="email"
            required
            defaultValue={currentResult?.email}
            error={currentResult?.emailError}
          />
        )}
        {currentResult?.failed && <Notice kind="error">{currentResult.failed}</Notice>}
        <Button type="submit" look="secondary" busy={fetcher.state !== 'idle'} busyLabel={submitting}>
          {submit}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** Replaces the form and takes the focus that was in it. */
function BackInStockConfirmation() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <Notice kind="success">{done}</Notice>
    </div>
  );
}
