import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '#components/ui/notice.tsx';
import { toast } from '#components/ui/toast.tsx';
import { useHydrated } from '#lib/hydrated.ts';

type FlashMessageProps = {
  /** What `?done=` may stand for on this page. */
  texts: Record<string, string>;
  /** What the last form of this page came to, when no field can be blamed. */
  result?: { failed?: string };
};

/**
 * How it went. Whatever succeeds leads to `?done=…`, so that a reload does nothing twice. Scripts make a toast of it
 * and clear the address; where they do not run, the page itself says it.
 */
export function FlashMessage({ texts: words, result: answer }: FlashMessageProps) {
  const { key, pathname, search } = useLocation();
  const hydrated = useHydrated();
  const done = new URLSearchParams(search).getAll('done').filter((code) => Object.hasOwn(words, code));

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each time one gets here.
  useEffect(() => {
    for (const code of done) toast('success', words[code] ?? '');
    if (done.length > 0) window.history.replaceState(window.history.state, '', removeDoneParam(pathname, search));
  }, [key]);

  useEffect(() => {
    if (answer?.failed) toast('error', answer.failed);
  }, [answer]);

  if (hydrated || (done.length === 0 && !answer?.failed)) return null;
  return (
    <div className="mb-6 grid gap-3">
      {done.map((code) => (
        <Notice key={code} kind="success">
          {words[code]}
        </Notice>
      ))}
      {answer?.failed && <Notice kind="error">{answer.failed}</Notice>}
    </div>
  );
}

function removeDoneParam(pathname: string, search: string) {
  const rest = new URLSearchParams(search);
  rest.delete('done');
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
