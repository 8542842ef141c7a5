import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type PopoverProps = { id: string; label: string; className: string; onOpen?: () => void; children: ReactNode };

/**
 * Native popover: a button with `popoverTarget` opens it even without JavaScript, Escape or a click elsewhere closes
 * it. It also closes when the focus moves out of it, and on navigation.
 */
export function Popover({ id, label, className, onOpen, children }: PopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const { key } = useLocation();

  // Navigation closes it; hydration does not, as it may have been opened before.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    popover.current?.hidePopover();
  }, [key]);

  const closeOnFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof HTMLElement) || popover.current?.contains(relatedTarget)) return;
    // Its own button toggles it: hiding it here as well would open it again.
    if (relatedTarget.getAttribute('popovertarget') !== id) popover.current?.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: <fieldset> is for forms.
    <div
      ref={popover}
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onBlur={closeOnFocusOut}
      onToggle={(event) => event.newState === 'open' && onOpen?.()}
      className={`bg-paper text-ink ${className}`}
    >
      {children}
    </div>
  );
}
