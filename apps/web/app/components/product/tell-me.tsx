import { waitlistMessages } from '@shop/contracts/waitlist-texts';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useSession } from '#lib/session.tsx';
import type { WaitAnswer } from '#lib/wait-answer.ts';

const { email, heading, invitation, submit, submitting, done } = waitlistMessages;

type TellMeProps = {
  variantId: string;
  /** What came of a form that was sent without JavaScript. */
  result?: WaitAnswer;
  className?: string;
};

/** Customers press a button, guests leave an address. */
export function TellMe({ variantId, result, className }: TellMeProps) {
  const { signedIn } = useSession();
  const fetcher = useFetcher<WaitAnswer>({ key: `wait-${variantId}` });
  const answer = fetcher.data ?? result;
  // A session that has ended is no customer's any more: then an address is asked for after all.
  const needsEmail = !signedIn || answer?.emailError !== undefined;
  if (answer?.done) return <Noted />;

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
            defaultValue={answer?.email}
            error={answer?.emailError}
          />
        )}
        {answer?.failed && <Notice kind="error">{answer.failed}</Notice>}
        <Button type="submit" look="secondary" busy={fetcher.state !== 'idle'} busyLabel={submitting}>
          {submit}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** Stands in place of the form; the focus, which was in it, moves here. */
function Noted() {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div ref={words} tabIndex={-1} className="outline-none">
      <Notice kind="success">{done}</Notice>
    </div>
  );
}
