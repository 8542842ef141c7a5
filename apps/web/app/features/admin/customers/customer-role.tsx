import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { roleLabels, customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { type Role, RoleChange } from '@shop/contracts/identity/admin-schema';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';

/** Drops the `intent` field of the form. */
export const RoleForm = RoleChange.strip();

const { admin, owner, ...LIMITED_ROLES } = roleLabels;

/** Owners have the role `owner` or the older `admin`: a customer with the older role keeps it. */
const roleOptions = (role: Role) => ({
  customer: texts.customer,
  ...(role === 'admin' ? { admin } : { owner }),
  ...LIMITED_ROLES,
});

type CustomerRoleProps = {
  role: Role;
  lastResult?: SubmissionResult;
  title?: string;
  /** Beside the button. */
  children?: ReactNode;
};

export function CustomerRole({ role, lastResult, title = texts.staffRole, children }: CustomerRoleProps) {
  const [form, fields] = useContractForm(RoleForm, { id: 'role', lastResult });
  return (
    <Panel title={title}>
      <Form method="post" preventScrollReset {...getFormProps(form, { ariaAttributes: false })} className="grid gap-4">
        <ChoiceField
          label={texts.staffRole}
          hideLabel
          hint={texts.staffRoleHint}
          name="role"
          of={roleOptions(role)}
          defaultValue={role}
        />
        <PasswordField
          {...fieldOf(fields.password)}
          label={texts.yourPassword}
          hint={texts.yourPasswordHint}
          autoComplete="current-password"
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <IntentButton intent="role" busyLabel={adminMessages.saving}>
            {texts.saveRole}
          </IntentButton>
          {children}
        </div>
      </Form>
    </Panel>
  );
}

export function ForceLogout() {
  return (
    <Panel title={texts.logOut}>
      <p className="mb-4 text-ink-soft text-small">{texts.logOutHint}</p>
      <ConfirmDialog question={texts.logOutQuestion} trigger={texts.logOut}>
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="log-out" look="danger">
            {texts.logOutConfirm}
          </Button>
        </Form>
      </ConfirmDialog>
    </Panel>
  );
}
