import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { LinkAnswer } from '#lib/mailed-link.ts';
import { useSending } from '#lib/sending.ts';
import { Ending } from './ending.tsx';
import { Opening } from './opening.tsx';

type MailedLinkProps = {
  token: string | null;
  answer: LinkAnswer | undefined;
  words: Record<'heading' | 'invitation' | 'submit' | 'submitting' | 'done' | 'invalid', string>;
  /** Where it goes on. */
  to: string;
  next: string;
};

/** Opening the link changes nothing: programs that look through mail for harm open every link. */
export function MailedLink({ token, answer, words, to, next }: MailedLinkProps) {
  const busy = useSending();
  const state = answer?.state ?? (token ? 'open' : 'invalid');
  if (state !== 'open' || !token)
    return (
      <>
        <Opening heading={words.heading} />
        <Ending
          kind={state === 'done' ? 'success' : 'error'}
          text={state === 'done' ? words.done : words.invalid}
          to={to}
          next={next}
        />
      </>
    );
  return (
    <>
      <Opening heading={words.heading}>{words.invitation}</Opening>
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
