import { uiMessages } from '@shop/contracts/common/ui-messages';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';

type Kind = 'success' | 'info' | 'error';
type Notice = { id: number; kind: Kind; text: string };

const TOAST_MS = 5_000;
const KINDS = {
  success: { icon: CircleCheck, bar: 'border-l-delivered', color: 'text-delivered' },
  info: { icon: Info, bar: 'border-l-violet', color: 'text-violet' },
  error: { icon: CircleAlert, bar: 'border-l-cancelled', color: 'text-cancelled' },
};

// Outside React, so that any component, loader or event can show a toast without a provider above it.
let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const EMPTY: readonly Notice[] = [];

function change(next: readonly Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}
const dismiss = (id: number) => change(notices.filter((notice) => notice.id !== id));
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The same text again replaces the existing toast and restarts its timer. */
export function toast(kind: Kind, text: string) {
  lastId += 1;
  change([...notices.filter((notice) => notice.text !== text), { id: lastId, kind, text }]);
}

type Message = Omit<Notice, 'id'>;
/** What the result of a form shows. */
export type ToastResult = { toasts?: Message[]; failed?: string };

export const toastsOf = ({ toasts = [], failed }: ToastResult = {}): Message[] =>
  failed ? [...toasts, { kind: 'error', text: failed }] : toasts;

/** Shows the result of a form, once per result. */
export function useToasts(result: ToastResult | undefined) {
  useEffect(() => {
    for (const { kind, text } of toastsOf(result)) toast(kind, text);
  }, [result]);
}

/** Renders the toasts; once, in the root of the page. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => notices,
    () => EMPTY,
  );
  return (
    <section aria-label={uiMessages.notices}>
      {/* Above the sticky bars at the bottom of a page. */}
      <ol className="pointer-events-none fixed inset-x-4 bottom-24 z-50 mx-auto grid max-w-sm gap-3 tablet:mr-0">
        {shown.map((notice) => (
          <Toast key={notice.id} {...notice} />
        ))}
      </ol>
    </section>
  );
}

/**
 * Disappears after 5 seconds, unless the pointer moves onto it or it has the focus. A toast that appears under a resting
 * pointer covers what was there, and does not stay. Errors stay until they are dismissed.
 */
function Toast({ id, kind, text }: Notice) {
  const [paused, setPaused] = useState(false);
  const { icon: Icon, bar, color } = KINDS[kind];

  useEffect(() => {
    if (paused || kind === 'error') return;
    const timer = setTimeout(() => dismiss(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [paused, id, kind]);

  return (
    <li
      onMouseMove={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={`pointer-events-auto flex items-start gap-3 rounded-control border border-line border-l-[3px] bg-paper py-2 pr-1 pl-4 shadow-2 motion-safe:animate-rise ${bar}`}
    >
      <Icon aria-hidden className={`my-3 size-5 shrink-0 ${color}`} strokeWidth={1.5} />
      <p role={kind === 'error' ? 'alert' : 'status'} className="min-w-0 flex-1 py-2.5 text-small">
        {text}
      </p>
      <IconButton icon={X} label={uiMessages.dismiss} onClick={() => dismiss(id)} />
    </li>
  );
}
