import { uiMessages } from '@shop/contracts/common/ui-messages';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';

type DialogProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };
type Shape = 'center' | 'wide' | 'side' | 'full';

const SHAPES: Record<Shape, string> = {
  center: 'm-auto w-[calc(100%-2rem)] max-w-lg rounded-dialog motion-safe:animate-rise',
  wide: 'm-0 h-dvh max-h-none w-screen max-w-none motion-safe:animate-rise tablet:m-auto tablet:h-[min(50rem,calc(100dvh-3rem))] tablet:w-[calc(100%-3rem)] tablet:max-w-[60rem] tablet:rounded-dialog',
  side: 'my-0 mr-0 ml-auto h-dvh max-h-none w-full max-w-sm motion-safe:animate-fade',
  full: 'm-0 h-dvh max-h-none w-screen max-w-none motion-safe:animate-fade',
};

/** Native modal dialog: it traps the focus, closes on Escape and restores the focus. */
function Modal({ shape, role, open, onClose, title, children }: DialogProps & { shape: Shape; role?: 'alertdialog' }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it natively; the click is for the backdrop only.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={classes('bg-paper shadow-3 backdrop:bg-scrim', SHAPES[shape])}
    >
      <div className="flex h-full flex-col p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 pt-1 font-display text-h2">
            {title}
          </h2>
          <IconButton icon={X} label={uiMessages.close} onClick={onClose} className="-mt-1 -mr-2" />
        </div>
        <div className="mt-4 min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </dialog>
  );
}

export const Dialog = (props: DialogProps) => <Modal {...props} shape="center" />;

/** For tables and other wide content; fills the window on phones. */
export const WideDialog = (props: DialogProps) => <Modal {...props} shape="wide" />;

/** Slides in from the side, for filters and other long content. */
export const Drawer = (props: DialogProps) => <Modal {...props} shape="side" />;

/** Fills the window, for enlarged images. */
export const FullDialog = (props: DialogProps) => <Modal {...props} shape="full" />;

/** For confirmations: screen readers announce it at once. */
export const AlertDialog = (props: DialogProps) => <Modal {...props} shape="center" role="alertdialog" />;
