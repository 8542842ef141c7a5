import { adminMessages } from '@shop/contracts/admin/messages';
import { needsPassword } from '@shop/contracts/audit/constants';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages as texts } from '@shop/contracts/audit/undo-messages';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { PasswordField } from '#ui/form/password-field.tsx';
import { effectOf, sentenceOf } from './entry-text.ts';

type ConfirmUndoProps = {
  entries: AuditEntry[];
  result: { confirmation?: Confirmation; passwordError?: string } | undefined;
};

/** What the undo does to other records, and what it restores. */
export function ConfirmUndo({ entries, result: { confirmation, passwordError } = {} }: ConfirmUndoProps) {
  const entry = entries.find(({ id }) => id === fieldIn(confirmation, 'id'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={entry ? texts.question(sentenceOf(entry)) : texts.confirm}
      confirm={texts.confirm}
      busyLabel={adminMessages.saving}
      keep={texts.keep}
    >
      {entry && <p className="text-small">{effectOf(entry)}</p>}
      {entry && needsPassword(entry.action) && (
        <PasswordField
          label={texts.password}
          hint={texts.passwordHint}
          error={passwordError}
          name="password"
          autoComplete="current-password"
          required
        />
      )}
    </ConfirmEffects>
  );
}
