import { adminMessages } from '@shop/contracts/admin/messages';
import { isOwner } from '@shop/contracts/common/permissions';
import { roleLabels, customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { Role } from '@shop/contracts/identity/admin-schema';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';

const { admin, owner, ...LIMITED_ROLES } = roleLabels;

/** Owners have the role `owner` or the older `admin`: a customer with the older role keeps it. */
const roleOptions = (role: Role) => ({
  customer: texts.customer,
  ...(role === 'admin' ? { admin } : { owner }),
  ...LIMITED_ROLES,
});

type CustomerRoleProps = {
  role: Role;
  title?: string;
  /** Beside the button. */
  children?: ReactNode;
};

export function CustomerRole({ role, title = texts.staffRole, children }: CustomerRoleProps) {
  return (
    <Panel title={title}>
      {/* The link of a staff member leads to this id. */}
      <Form id="role" method="post" preventScrollReset className="grid gap-4">
        <FormKey />
        <ChoiceField
          label={texts.staffRole}
          hideLabel
          hint={texts.staffRoleHint}
          name="role"
          of={roleOptions(role)}
          defaultValue={role}
        />
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
      <Form method="post" preventScrollReset>
        <FormKey />
        <IntentButton intent="log-out" look="danger">
          {texts.logOut}
        </IntentButton>
      </Form>
    </Panel>
  );
}

type ConfirmProps = { name: string; result: { confirmation?: Confirmation; passwordError?: string } | undefined };

/** Before a role is changed, which needs the owner's password, or all sessions are ended. */
export function ConfirmCustomerAct({ name, result: { confirmation, passwordError } = {} }: ConfirmProps) {
  const isLogout = fieldIn(confirmation, 'intent') === 'log-out';
  const role = Role.catch('customer').parse(fieldIn(confirmation, 'role'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      busyLabel={adminMessages.saving}
      {...(isLogout ? LOGOUT_TEXTS : roleTexts(name, role))}
    >
      {!isLogout && (
        <PasswordField
          label={texts.yourPassword}
          hint={texts.yourPasswordHint}
          error={passwordError}
          name="password"
          autoComplete="current-password"
          required
        />
      )}
    </ConfirmEffects>
  );
}

const LOGOUT_TEXTS = {
  title: texts.logOutQuestion,
  confirm: texts.logOutConfirm,
  keep: texts.keepSessions,
  look: 'danger',
} as const;

const roleTexts = (name: string, role: Role) =>
  isOwner({ role })
    ? { title: texts.confirmOwner(name), confirm: texts.makeOwner, keep: texts.keepRole }
    : {
        title: texts.confirmRole(name, role === 'customer' ? texts.customer : roleLabels[role]),
        confirm: texts.changeRole,
        keep: texts.keepRole,
      };
