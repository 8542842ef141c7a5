import { adminMessages, roleLabels } from '@shop/contracts/admin-texts';
import type { Role } from '@shop/contracts/customers';
import { customerMessages as words } from '@shop/contracts/customers-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { useSending } from '#lib/sending.ts';
import { Panel } from './admin-page.tsx';
import { ChoiceField } from './choice-field.tsx';

const { admin, owner, ...HELPERS } = roleLabels;

/** An owner goes by two names: whoever has the older one keeps it. */
const partsFor = (role: Role) => ({
  customer: words.customer,
  ...(role === 'admin' ? { admin } : { owner }),
  ...HELPERS,
});

export function CustomerPart({ role }: { role: Role }) {
  const busy = useSending({ intent: 'role' });
  return (
    <Panel title={words.work}>
      <Form method="post" preventScrollReset className="grid gap-4">
        <ChoiceField
          label={words.work}
          hideLabel
          hint={words.workHint}
          name="role"
          of={partsFor(role)}
          defaultValue={role}
        />
        <Button
          type="submit"
          name="intent"
          value="role"
          busy={busy}
          busyLabel={adminMessages.saving}
          className="justify-self-start"
        >
          {words.saveRole}
        </Button>
      </Form>
    </Panel>
  );
}

export function SignOut() {
  return (
    <Panel title={words.signOut}>
      <p className="mb-4 text-ink-soft text-small">{words.signOutHint}</p>
      <ConfirmDialog question={words.signOutQuestion} trigger={words.signOut}>
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="sign-out" look="danger">
            {words.signOutYes}
          </Button>
        </Form>
      </ConfirmDialog>
    </Panel>
  );
}
