import { unsavedMessages as messages } from '@shop/contracts/admin/unsaved-messages';
import { useCallback } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import { Button } from '#ui/button.tsx';
import { AlertDialog } from '#ui/overlay/dialog.tsx';

/** Asks before a page with unsaved changes is left. Forms of the page itself are not affected, nor their redirects. */
export function LeaveWarning({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload(
    useCallback(
      (event: BeforeUnloadEvent) => {
        if (when) event.preventDefault();
      },
      [when],
    ),
  );
  const isBlocked = blocker.state === 'blocked';
  const stay = () => blocker.state === 'blocked' && blocker.reset();

  return (
    <AlertDialog open={isBlocked} onClose={stay} title={messages.leave}>
      <div className="flex flex-wrap justify-end gap-3 p-1">
        <Button look="secondary" onClick={stay}>
          {messages.keepEditing}
        </Button>
        <Button look="danger" onClick={() => blocker.state === 'blocked' && blocker.proceed()}>
          {messages.discardChanges}
        </Button>
      </div>
    </AlertDialog>
  );
}
