import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type SidePanelProps = {
  /** A button with this `popoverTarget` opens the drawer. */
  id: string;
  title: string;
  closeLabel: string;
  /** Label of the button at the bottom of the drawer, which closes it. */
  doneLabel: string;
  children: ReactNode;
};

/**
 * Part of the page on wide screens. Elsewhere it is a drawer over the page: the native popover opens even without
 * JavaScript, closes on Escape and restores the focus; with JavaScript the focus is also trapped inside.
 */
export function SidePanel({ id, title, closeLabel, doneLabel, children }: SidePanelProps) {
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const last = useRef<HTMLButtonElement>(null);
  const closing = { popoverTarget: id, popoverTargetAction: 'hide' } as const;

  // It may have been opened before hydration.
  useEffect(() => setOpen(panel.current?.matches(':popover-open') ?? false), []);

  useEffect(() => {
    if (open) first.current?.focus();
  }, [open]);

  const trapFocus = (event: KeyboardEvent) => {
    const [edge, other] = event.shiftKey ? [first, last] : [last, first];
    if (!open || event.key !== 'Tab' || event.target !== edge.current) return;
    event.preventDefault();
    other.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles the Tab that would leave the drawer.
    <div
      ref={panel}
      id={id}
      popover="auto"
      {...(open && { role: 'dialog', 'aria-modal': true, 'aria-label': title })}
      onToggle={({ newState }) => setOpen(newState === 'open')}
      onKeyDown={trapFocus}
      className="drawer inset-y-0 right-0 left-auto h-dvh max-h-none w-full max-w-sm overscroll-contain bg-paper text-ink shadow-3 backdrop:bg-scrim motion-safe:animate-slide desktop:static desktop:block desktop:h-auto desktop:w-auto desktop:max-w-none desktop:overflow-visible desktop:shadow-none desktop:animate-none"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-line border-b bg-paper py-2 pr-4 pl-6 desktop:hidden">
        <p className="font-display text-h2">{title}</p>
        <IconButton ref={first} icon={X} label={closeLabel} {...closing} />
      </div>
      <div className="px-6 py-4 desktop:p-0">{children}</div>
      <div className="sticky bottom-0 z-10 border-line border-t bg-paper px-6 py-4 desktop:hidden noscript:hidden">
        <Button ref={last} className="w-full" {...closing}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}
