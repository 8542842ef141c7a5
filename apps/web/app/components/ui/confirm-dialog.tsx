import { uiMessages } from '@shop/contracts/ui';
import { type ReactNode, useState } from 'react';
import { AskButton, type Question } from './ask-button.tsx';
import { Button } from './button.tsx';
import { AlertDialog } from './dialog.tsx';

type ConfirmDialogProps = Question & {
  question: string;
  /** The words on the button that asks. */
  trigger: string;
  /** The form that does it, with its own button. Once it is sent the dialog is gone, and the page tells how it went. */
  children: ReactNode;
  /** The button that changes nothing. "Cancel" will not do where the question itself is about cancelling. */
  dismissLabel?: string;
};

export function ConfirmDialog({
  question,
  trigger,
  children,
  dismissLabel = uiMessages.cancel,
  ...button
}: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <AskButton {...button} onAsk={() => setOpen(true)}>
        {trigger}
      </AskButton>
      <AlertDialog open={open} onClose={close} title={question}>
        <div onSubmit={close} className="flex flex-wrap justify-end gap-3 p-1">
          <Button look="secondary" onClick={close}>
            {dismissLabel}
          </Button>
          {children}
        </div>
      </AlertDialog>
    </>
  );
}
