import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Notice } from './notice.tsx';
import { toast } from './toast.tsx';
import { useHydrated } from './use-hydrated.ts';

type FlashMessageProps = {
  /** Texts by `?done=` code of this page. */
  texts: Record<string, string>;
  /** Result of the last form of this page: an error that belongs to no field. */
  result?: { failed?: string };
};

/**
 * Post/redirect/get: a successful action redirects to `?done=…`, so that a reload does not repeat it. With JavaScript
 * the message is a toast and the URL is cleaned up; without, it is part of the page.
 */
export function FlashMessage({ texts, result }: FlashMessageProps) {
  const { key, pathname, search } = useLocation();
  const hydrated = useHydrated();
  const done = new URLSearchParams(search).getAll('done').filter((code) => Object.hasOwn(texts, code));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => {
    for (const code of done) toast('success', texts[code] ?? '');
    if (done.length > 0) window.history.replaceState(window.history.state, '', removeDoneParam(pathname, search));
  }, [key]);

  useEffect(() => {
    if (result?.failed) toast('error', result.failed);
  }, [result]);

  if (hydrated || (done.length === 0 && !result?.failed)) return null;
  return (
    <div className="mb-6 grid gap-3">
      {done.map((code) => (
        <Notice key={code} kind="success">
          {texts[code]}
        </Notice>
      ))}
      {result?.failed && <Notice kind="error">{result.failed}</Notice>}
    </div>
  );
}

function removeDoneParam(pathname: string, search: string) {
  const rest = new URLSearchParams(search);
  rest.delete('done');
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
