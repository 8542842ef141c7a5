import { Form } from 'react-router';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { EmailLinkResult } from './email-link.ts';
import { FormHeading } from './form-heading.tsx';
import { FormResult } from './form-result.tsx';

type EmailLinkFormProps = {
  token: string | null;
  result: EmailLinkResult | undefined;
  texts: Record<'heading' | 'invitation' | 'submit' | 'submitting' | 'done' | 'invalid', string>;
  /** Target of the link `next`, which follows the result. */
  to: string;
  next: string;
};

/** Opening the link changes nothing: email security scanners open every link. */
export function EmailLinkForm({ token, result, texts, to, next }: EmailLinkFormProps) {
  const busy = useIsSubmitting();
  const state = result?.state ?? (token ? 'open' : 'invalid');
  if (state !== 'open' || !token)
    return (
      <>
        <FormHeading heading={texts.heading} />
        <FormResult
          kind={state === 'done' ? 'success' : 'error'}
          text={state === 'done' ? texts.done : texts.invalid}
          to={to}
          next={next}
        />
      </>
    );
  return (
    <>
      <FormHeading heading={texts.heading}>{texts.invitation}</FormHeading>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="token" value={token} />
        {result?.failed && <Notice kind="error">{result.failed}</Notice>}
        <Button type="submit" busy={busy} busyLabel={texts.submitting}>
          {texts.submit}
        </Button>
      </Form>
    </>
  );
}
