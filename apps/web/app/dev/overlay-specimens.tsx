import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Dialog, Drawer } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { LONG, Specimen } from './specimen.tsx';

export function OverlaySpecimens() {
  const [shown, setShown] = useState<'dialog' | 'drawer'>();
  const close = () => setShown(undefined);
  return (
    <>
      <Specimen name="Dialogs">
        <div className="flex flex-wrap gap-4">
          <Button look="secondary" onClick={() => setShown('dialog')}>
            Open dialog
          </Button>
          <Button look="secondary" onClick={() => setShown('drawer')}>
            Open drawer
          </Button>
          <ConfirmDialog question="Are you sure you want to delete this address?" trigger="Delete">
            <Button look="danger" onClick={() => toast('success', 'Address deleted.')}>
              Delete address
            </Button>
          </ConfirmDialog>
        </div>
        <Dialog open={shown === 'dialog'} onClose={close} title="Edit your name">
          <TextField label="Full name" name="dialog-name" />
          <p className="mt-4 text-ink-soft">{LONG}</p>
        </Dialog>
        <Drawer open={shown === 'drawer'} onClose={close} title="Filters">
          <p>{LONG}</p>
        </Drawer>
      </Specimen>
      <Specimen name="Toasts">
        <div className="flex flex-wrap gap-4">
          <Button look="secondary" onClick={() => toast('success', 'Preferences saved.')}>
            Say it worked
          </Button>
          <Button look="secondary" onClick={() => toast('info', LONG)}>
            Say something long
          </Button>
          <Button look="secondary" onClick={() => toast('error', 'We could not save this. Please try again.')}>
            Say it failed
          </Button>
        </div>
      </Specimen>
    </>
  );
}
