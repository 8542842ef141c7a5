import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { AskButton } from '#ui/overlay/ask-button.tsx';
import { AlertDialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { PasswordGate } from './password-gate.tsx';
import type { SettingsActionResult } from './settings-forms.ts';
import { SettingsSection } from './settings-section.tsx';

type DangerZoneProps = {
  /** The URL requests the confirmation. */
  initiallyOpen: boolean;
  result?: SettingsActionResult;
};

export function DangerZone({ initiallyOpen, result }: DangerZoneProps) {
  const failed = result?.intent === 'deletion';
  const [open, setOpen] = useState(initiallyOpen || failed);
  const close = () => setOpen(false);
  const hydrated = useHydrated();
  useDeletionToast();

  return (
    <SettingsSection id="danger" heading={settingsMessages.danger} danger>
      <p className="max-w-prose">{settingsMessages.deleteWarning}</p>
      <p className="mt-2 mb-5 max-w-prose text-ink-soft">{settingsMessages.retainedData}</p>
      {open && !hydrated ? (
        <div className="grid gap-4">
          <h4 className="font-semibold">{settingsMessages.confirmDelete}</h4>
          <Deletion result={result}>
            <ButtonLink to="/account/settings" look="secondary">
              {settingsMessages.cancelDelete}
            </ButtonLink>
          </Deletion>
        </div>
      ) : (
        <>
          <AskButton asks={{ name: 'confirm', value: 'deletion' }} at="danger" onAsk={() => setOpen(true)}>
            {settingsMessages.deleteAccount}
          </AskButton>
          <AlertDialog open={open} onClose={close} title={settingsMessages.confirmDelete}>
            <p>{settingsMessages.deleteWarning}</p>
            <p className="mt-2 mb-5 text-ink-soft">{settingsMessages.retainedData}</p>
            <Deletion result={result}>
              <Button look="secondary" onClick={close}>
                {settingsMessages.cancelDelete}
              </Button>
            </Deletion>
          </AlertDialog>
        </>
      )}
    </SettingsSection>
  );
}

function Deletion({ result, children }: { result?: SettingsActionResult; children: ReactNode }) {
  return (
    <PasswordGate
      intent="deletion"
      section="danger"
      submit={{ label: settingsMessages.confirmDeleteYes, busyLabel: settingsMessages.deleting, danger: true }}
      result={result}
      dismissAction={children}
    />
  );
}

/** Shown before the redirect completes: the next page has no data about the deleted account. */
function useDeletionToast() {
  const { state, formData, location } = useNavigation();
  const accountDeleted = state === 'loading' && formData?.get('intent') === 'deletion' && location.pathname === '/';
  useEffect(() => {
    if (accountDeleted) toast('success', settingsMessages.deleted);
  }, [accountDeleted]);
}
