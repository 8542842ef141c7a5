import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { EmailLinkResult } from '#lib/email-link.ts';
import { useIsSubmitting } from '#lib/submitting.ts';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

type EmailLinkFormProps = {
  token: string | null;
  result: EmailLinkResult | undefined;
  texts: Record<'heading' | 'invitation' | 'submit' | 'submitting' | 'done' | 'invalid', string>;
  /** Where it goes on. */
  to: string;
  next: string;
};

/** Opening the link changes nothing: programs that look through mail for harm open every link. */
export function EmailLinkForm({ token, result: answer, texts: words, to, next }: EmailLinkFormProps) {
  const busy = useIsSubmitting();
  const state = answer?.state ?? (token ? 'open' : 'invalid');
  if (state !== 'open' || !token)
    return (
      <>
        <FormHeading heading={words.heading} />
        <FormResult
          kind={state === 'done' ? 'success' : 'error'}
          text={state === 'done' ? words.done : words.invalid}
          to={to}
          next={next}
        />
      </>
    );
  return (
    <>
      <FormHeading heading={words.heading}>{words.invitation}</FormHeading>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        {answer?.failed && <Notice kind="error">{answer.failed}</Notice>}
        <Button type="submit" busy={busy} busyLabel={words.submitting}>
          {words.submit}
        </Button>
      </Form>
    </>
  );
}
