import { uiMessages } from '@shop/contracts/common/ui-messages';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { AskButton, type Question } from './ask-button.tsx';
import { AlertDialog } from './dialog.tsx';

type ConfirmDialogProps = Question & {
  question: string;
  /** What happens then. */
  details?: ReactNode;
  /** Label of the button that opens the dialog. */
  trigger: string;
  /** The form with the confirming button. Submitting it closes the dialog; the page shows the result. */
  children: ReactNode;
  /** Label of the dismissing button. "Cancel" is ambiguous where the question is about cancelling. */
  dismissLabel?: string;
};

export function ConfirmDialog({
  question,
  details,
  trigger,
  children,
  dismissLabel = uiMessages.cancel,
  ...button
}: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const detailsId = useId();

  return (
    <>
      <AskButton {...button} onAsk={() => setOpen(true)}>
        {trigger}
      </AskButton>
      <AlertDialog open={open} onClose={close} title={question} describedBy={details ? detailsId : undefined}>
        {details && (
          <p id={detailsId} className="mb-5">
            {details}
          </p>
        )}
        <div
          onSubmit={close}
          className="flex flex-wrap justify-end gap-3 p-1 max-tablet:grid max-tablet:grid-cols-1 max-tablet:[&_button]:w-full"
        >
          <Button look="secondary" onClick={close}>
            {dismissLabel}
          </Button>
          {children}
        </div>
      </AlertDialog>
    </>
  );
}
