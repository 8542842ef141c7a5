import { type ReactNode, useId, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { removeDoneParam } from '#ui/flash-message.tsx';
import { AlertDialog } from '#ui/overlay/dialog.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { CONFIRMED, type Confirmation } from './confirmation.ts';

type ConfirmEffectsProps = {
  /** Of the page's last action. */
  confirmation: Confirmation | undefined;
  /** Names the act and the thing. */
  title: string;
  /** Label of the confirming button: repeats the act. */
  confirm: string;
  busyLabel: string;
  /** Label of the other button: what stays. */
  keep: string;
  look?: 'primary' | 'danger';
  /** Further fields, such as a password. */
  children?: ReactNode;
};

/** Says what a submitted form does before it is done: a dialog, or without JavaScript a section of the page. */
export function ConfirmEffects({ confirmation, title, ...form }: ConfirmEffectsProps) {
  const [dismissed, setDismissed] = useState<Confirmation>();
  const hydrated = useHydrated();
  const id = useId();
  const dismiss = () => setDismissed(confirmation);
  if (hydrated)
    return (
      <AlertDialog open={confirmation !== undefined && confirmation !== dismissed} onClose={dismiss} title={title}>
        {confirmation && <ConfirmationForm confirmation={confirmation} onKeep={dismiss} {...form} />}
      </AlertDialog>
    );
  if (!confirmation) return null;
  return (
    <section aria-labelledby={id} className="mb-6 rounded-card border border-line bg-paper p-4 tablet:p-6">
      <h2 id={id} className="mb-4 text-h3">
        {title}
      </h2>
      <ConfirmationForm confirmation={confirmation} {...form} />
    </section>
  );
}

type ConfirmationFormProps = Omit<ConfirmEffectsProps, 'title' | 'confirmation'> & {
  confirmation: Confirmation;
  onKeep?: () => void;
};

function ConfirmationForm({
  confirmation: { fields, sentence },
  onKeep,
  confirm,
  busyLabel,
  keep,
  look = 'primary',
  children,
}: ConfirmationFormProps) {
  const { pathname, search } = useLocation();
  const busy = useIsSubmitting({ [CONFIRMED]: 'yes' });
  return (
    <Form method="post" preventScrollReset className="grid gap-4 p-1">
      <p role="status" className="wrap-anywhere border-violet border-l-[3px] bg-violet-tint px-4 py-3 text-small">
        {sentence}
      </p>
      {fields.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names and values repeat, and the list never changes.
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        {onKeep ? (
          <Button look="secondary" onClick={onKeep}>
            {keep}
          </Button>
        ) : (
          <ButtonLink look="secondary" to={removeDoneParam(pathname, search)}>
            {keep}
          </ButtonLink>
        )}
        <Button type="submit" look={look} name={CONFIRMED} value="yes" busy={busy} busyLabel={busyLabel}>
          {confirm}
        </Button>
      </div>
    </Form>
  );
}
