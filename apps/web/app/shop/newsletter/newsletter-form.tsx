import { NEWSLETTER_MESSAGE_MS } from '@shop/contracts/newsletter/constants';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';

/** Action result of the newsletter route. */
export type SubscribeResult = { email: string; error: string | null };

type NewsletterFormProps = {
  /** The action result of a submission without JavaScript. */
  result?: SubscribeResult;
  /** On one line: the label is only for screen readers, and no space is reserved for messages. */
  inline?: boolean;
};

export function NewsletterForm({ result, inline = false }: NewsletterFormProps) {
  const fetcher = useFetcher<SubscribeResult>();
  const form = useRef<HTMLFormElement>(null);
  const emailId = useId();
  const messageId = useId();
  const busy = fetcher.state !== 'idle';
  const currentResult = fetcher.data ?? result;
  const { reset } = fetcher;
  const subscribed = fetcher.state === 'idle' && fetcher.data?.error === null;

  useEffect(() => {
    if (!subscribed) return;
    const timer = setTimeout(() => {
      form.current?.reset();
      reset();
    }, NEWSLETTER_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [subscribed, reset]);

  return (
    <fetcher.Form ref={form} method="post" action="/newsletter" noValidate className="min-w-0">
      <label htmlFor={emailId} className={inline ? 'sr-only' : 'mb-2 block text-small font-semibold'}>
        {newsletterMessages.email}
      </label>
      <div className={classes('flex flex-wrap', inline ? 'gap-2' : 'gap-3')}>
        <input
          id={emailId}
          type="email"
          name="email"
          autoComplete="email"
          required
          placeholder={inline ? newsletterMessages.email : undefined}
          defaultValue={result?.error ? result.email : undefined}
          aria-invalid={currentResult?.error ? true : undefined}
          aria-describedby={messageId}
          className={classes(
            'h-12 min-w-0 rounded-control border bg-paper px-4 text-ink transition-colors placeholder:text-ink-muted focus:border-violet',
            inline ? 'flex-[1_1_10rem]' : 'flex-[1_1_14rem]',
            currentResult?.error ? 'border-cancelled' : 'border-line-strong',
          )}
        />
        <Button type="submit" busy={busy} busyLabel={newsletterMessages.subscribing}>
          {newsletterMessages.subscribe}
        </Button>
      </div>
      <div id={messageId} className={classes('text-small', !inline && 'min-h-8')}>
        {currentResult?.error && <FieldError>{currentResult.error}</FieldError>}
        <p role="status" className="flex items-center gap-2 text-delivered not-empty:pt-2 on-dark:text-paper">
          {currentResult?.error === null && (
            <>
              <CircleCheck aria-hidden className="size-4 shrink-0" strokeWidth={2} />
              {newsletterMessages.success}
            </>
          )}
        </p>
      </div>
    </fetcher.Form>
  );
}
