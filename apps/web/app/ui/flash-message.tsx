import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Notice } from './notice.tsx';
import { type ToastResult, toast, toastsOf, useToasts } from './toast.tsx';
import { useHydrated } from './use-hydrated.ts';

type FlashMessageProps = {
  /** Texts by `?done=` code of this page. */
  texts?: Record<string, string>;
  /** Result of the last form of this page, if it did not redirect. Its errors belong to no field. */
  result?: ToastResult;
};

/**
 * The feedback of a page's forms. Post/redirect/get: a successful action redirects to `?done=…`, so that a reload does
 * not repeat it. With JavaScript the messages are toasts and the URL is cleaned up. Messages that the server rendered,
 * without JavaScript or before hydration, stay in the page, so that nothing moves under the pointer.
 */
export function FlashMessage({ texts = {}, result }: FlashMessageProps) {
  const { key, pathname, search } = useLocation();
  const hydrated = useHydrated();
  const codes = new URLSearchParams(search).getAll('done').filter((code) => Object.hasOwn(texts, code));
  // A result replaces the codes: its form was submitted to a URL that still had them.
  const messages = toastsOf(result ?? { toasts: codes.map((code) => ({ kind: 'success', text: texts[code] ?? '' })) });

  const content = JSON.stringify([key, messages]);
  const [rendered] = useState(hydrated ? undefined : content);
  const isInPage = content === rendered;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => {
    if (!result && !isInPage) for (const { kind, text } of messages) toast(kind, text);
    if (codes.length > 0) window.history.replaceState(window.history.state, '', removeDoneParam(pathname, search));
  }, [key]);
  useToasts(isInPage ? undefined : result);

  if (!isInPage || messages.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {messages.map(({ kind, text }) => (
        <Notice key={text} kind={kind}>
          {text}
        </Notice>
      ))}
    </div>
  );
}

/** The URL of the page without the message of an earlier form. */
export function removeDoneParam(pathname: string, search: string) {
  const rest = new URLSearchParams(search);
  rest.delete('done');
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}
