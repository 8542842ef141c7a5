import { uiMessages } from '@shop/contracts/common/ui-messages';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Id of the text that screen readers announce after the title. */
  describedBy?: string;
  children: ReactNode;
};
type DrawerProps = DialogProps & {
  /** Stays in view while the content scrolls. */
  footer?: ReactNode;
};
type Shape = 'center' | 'wide' | 'drawer' | 'full';

const SHAPES: Record<Shape, string> = {
  center: 'm-auto w-[calc(100%-2rem)] max-w-lg rounded-dialog motion-safe:animate-rise',
  wide: 'm-0 h-dvh max-h-none w-screen max-w-none motion-safe:animate-rise tablet:m-auto tablet:h-[min(50rem,calc(100dvh-3rem))] tablet:w-[calc(100%-3rem)] tablet:max-w-[60rem] tablet:rounded-dialog',
  drawer: classes(
    'open:flex open:flex-col',
    'max-tablet:mt-auto max-tablet:mb-0 max-tablet:max-h-[calc(100dvh-3rem)] max-tablet:w-full max-tablet:max-w-none max-tablet:rounded-t-dialog motion-safe:max-tablet:animate-rise',
    'tablet:my-0 tablet:mr-0 tablet:ml-auto tablet:h-dvh tablet:max-h-none tablet:w-full tablet:max-w-[460px] motion-safe:tablet:animate-slide',
  ),
  full: 'm-0 h-dvh max-h-none w-screen max-w-none motion-safe:animate-fade',
};

type ModalProps = DrawerProps & { shape: Shape; role?: 'alertdialog' };

/** Native modal dialog: it traps the focus, closes on Escape and restores the focus. */
function Modal({ shape, role, open, onClose, title, describedBy, footer, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const isDrawer = shape === 'drawer';

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
    // The title says what the drawer is about; its first button, which would have the focus otherwise, does not.
    if (open && isDrawer) heading.current?.focus();
  }, [open, isDrawer]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it natively; the click is for the backdrop only.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classes('bg-paper shadow-3 backdrop:bg-scrim', SHAPES[shape])}
    >
      <div className="flex h-full min-h-0 flex-col p-6">
        <div className="flex items-start justify-between gap-4">
          <h2
            ref={heading}
            id={titleId}
            tabIndex={isDrawer ? -1 : undefined}
            className="min-w-0 pt-1 font-display text-h2 focus-visible:outline-none"
          >
            {title}
          </h2>
          <IconButton icon={X} label={uiMessages.close} onClick={onClose} className="-mt-1 -mr-2" />
        </div>
        {/* The padding keeps focus outlines from being cut off. */}
        <div className="-mx-1 mt-4 min-h-0 flex-1 overflow-y-auto px-1">{children}</div>
        {footer && <div className="-mx-6 border-line border-t px-6 pt-4">{footer}</div>}
      </div>
    </dialog>
  );
}

export const Dialog = (props: DialogProps) => <Modal {...props} shape="center" />;

/** For tables and other wide content; fills the window on phones. */
export const WideDialog = (props: DialogProps) => <Modal {...props} shape="wide" />;

/** Slides in from the side, on phones from below. Its title takes the focus. */
export const Drawer = (props: DrawerProps) => <Modal {...props} shape="drawer" />;

/** Fills the window, for enlarged images. */
export const FullDialog = (props: DialogProps) => <Modal {...props} shape="full" />;

/** For confirmations: screen readers announce it at once. */
export const AlertDialog = (props: DialogProps) => <Modal {...props} shape="center" role="alertdialog" />;
