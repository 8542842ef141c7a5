import { adminMessages } from '@shop/contracts/admin/messages';
import { needsPassword } from '@shop/contracts/audit/constants';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages as texts } from '@shop/contracts/audit/undo-messages';
import { Undo2 } from 'lucide-react';
import { Form, useLocation } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { effectOf, sentenceOf } from './entry-text.ts';

/** Parameters of the URL that are not filters. */
const NO_FILTERS = ['undo', 'done'];

/** The filters and the page of the list. */
const listParameters = (search: string) =>
  [...new URLSearchParams(search)].filter(([name]) => !NO_FILTERS.includes(name));

/** Without JavaScript the button requests `?undo=`, and the page shows the confirmation. */
export function UndoButton({ entry, onAsk }: { entry: AuditEntry; onAsk: () => void }) {
  const { search } = useLocation();
  return (
    <Form method="get">
      {listParameters(search).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        name="undo"
        value={entry.id}
        aria-label={texts.undoOf(sentenceOf(entry))}
        onClick={(event) => {
          event.preventDefault();
          onAsk();
        }}
        className="inline-flex h-11 items-center gap-1.5 rounded-control border border-line-strong bg-paper px-3 font-semibold text-small transition-opacity hover:bg-pearl hoverable:h-8 hoverable:opacity-0 hoverable:group-focus-within:opacity-100 hoverable:group-hover:opacity-100"
      >
        <Undo2 aria-hidden className="size-4" strokeWidth={1.5} />
        {texts.undo}
      </button>
    </Form>
  );
}

type UndoConfirmationProps = {
  entry: AuditEntry;
  /** Idempotency key of the page: submitting twice undoes once. */
  undoKey: string;
  /** Closes the dialog; without one, the other button leads back to the list. */
  onClose?: () => void;
};

/** The effect in one sentence, and the form. */
export function UndoConfirmation({ entry, undoKey, onClose }: UndoConfirmationProps) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" preventScrollReset onSubmit={onClose} className="grid gap-4 p-1">
      <p className="border-violet border-l-[3px] bg-violet-tint px-4 py-3 text-small">{effectOf(entry)}</p>
      <input type="hidden" name="id" value={entry.id} />
      <input type="hidden" name="key" value={`${undoKey} ${entry.id}`} />
      {needsPassword(entry.action) && (
        <PasswordField
          label={texts.password}
          hint={texts.passwordHint}
          name="password"
          autoComplete="current-password"
          required
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {onClose ? (
          <Button look="secondary" onClick={onClose}>
            {texts.keep}
          </Button>
        ) : (
          <ButtonLink look="secondary" to={`${pathname}?${new URLSearchParams(listParameters(search))}`}>
            {texts.keep}
          </ButtonLink>
        )}
        <IntentButton intent="undo" busyLabel={adminMessages.saving}>
          {texts.confirm}
        </IntentButton>
      </div>
    </Form>
  );
}

/** The confirmation of the dialog as part of the page, without JavaScript. */
export function UndoSection(props: Omit<UndoConfirmationProps, 'onClose'>) {
  return (
    <section aria-labelledby="undo-question" className="mb-6 rounded-card border border-line bg-paper p-4 tablet:p-6">
      <h2 id="undo-question" className="mb-4 text-h3">
        {texts.question(sentenceOf(props.entry))}
      </h2>
      <UndoConfirmation {...props} />
    </section>
  );
}
