import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { accessMessages } from '@shop/contracts/common/messages';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { passwordHint } from '@shop/contracts/identity/auth-messages';
import {
  type exportPersonalData,
  getPasswordRequirements,
  getPreferences,
  getTwoFactor,
  listSessions,
} from '@shop/contracts/identity/operations';
import type {
  OwnSession,
  PasswordState,
  Preferences,
  TwoFactor,
  TwoFactorSetup,
} from '@shop/contracts/identity/schema';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { data, Form, useLocation, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/settings';
import { DangerZone } from './danger-zone.tsx';
import { deviceName } from './device-name.ts';
import { PageHeading } from './page-heading.tsx';
import { PasswordGate, TwoFactorGate } from './password-gate.tsx';
import { settingsActions } from './settings-actions.server.ts';
import { Intent, PasswordForm, SETTINGS_DONE, type SettingsActionResult, TwoFactorCodeForm } from './settings-forms.ts';
import { SettingsSection, useSectionAction } from './settings-section.tsx';
import { useCustomer } from './use-customer.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [password, preferences, sessions, twoFactor] = await Promise.all([
    api.read(getPasswordRequirements),
    api.read(getPreferences),
    api.read(listSessions),
    api.read(getTwoFactor),
  ]);
  return { password, preferences, sessions, twoFactor };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const intent = Intent.safeParse(form.get('intent'));
  if (!intent.success) throw data(null, { status: 400 });
  return settingsActions[intent.data](apiFor(request), form);
}

export default function SettingsPage({ loaderData, actionData: result }: Route.ComponentProps) {
  const { password, preferences, sessions, twoFactor } = loaderData;
  const [search] = useSearchParams();
  return (
    <>
      <FlashMessage texts={SETTINGS_DONE} result={result} />
      <PageHeading>{settingsMessages.heading}</PageHeading>
      <PasswordSettings state={password} result={result} />
      <PreferenceSettings preferences={result?.preferences ?? preferences} />
      <SessionSettings sessions={sessions} />
      <TwoFactorSettings twoFactor={twoFactor} result={result} />
      <SettingsSection id="data" heading={settingsMessages.export}>
        <p className="mb-5 text-ink-soft">{settingsMessages.exportHint}</p>
        <ButtonLink
          to={apiUrl<typeof exportPersonalData>('GET /user/export', {})}
          look="secondary"
          reloadDocument
          download
        >
          {settingsMessages.download}
        </ButtonLink>
      </SettingsSection>
      <DangerZone initiallyOpen={search.get('confirm') === 'deletion'} result={result} />
    </>
  );
}

type PasswordSettingsProps = { state: PasswordState; result?: SettingsActionResult };

function PasswordSettings({ state, result }: PasswordSettingsProps) {
  const [form, fields] = useContractForm(PasswordForm, {
    id: 'change-password',
    lastResult: result?.intent === 'password' ? result.reply : undefined,
  });

  return (
    <SettingsSection id="password" heading={settingsMessages.password}>
      {state.newPasswordRequired && (
        <div className="mb-5">
          <Notice kind="info">{accessMessages.newPasswordRequired}</Notice>
        </div>
      )}
      <Form
        ref={useEmptyOnceDone()}
        method="post"
        action={useSectionAction('password')}
        preventScrollReset
        {...getFormProps(form, { ariaAttributes: false })}
        className="grid max-w-md gap-5"
      >
        <PasswordField
          {...fieldOf(fields.currentPassword)}
          label={settingsMessages.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          {...fieldOf(fields.newPassword)}
          label={settingsMessages.newPassword}
          hint={passwordHint(state.minLength)}
          autoComplete="new-password"
        />
        <PasswordField
          {...fieldOf(fields.confirmPassword)}
          label={settingsMessages.confirmNewPassword}
          autoComplete="new-password"
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton intent="password" busyLabel={settingsMessages.updating} className="justify-self-start">
          {settingsMessages.updatePassword}
        </IntentButton>
      </Form>
    </SettingsSection>
  );
}

/** Clears the passwords from the form after a successful change. */
function useEmptyOnceDone() {
  const form = useRef<HTMLFormElement>(null);
  const { key, search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => {
    if (new URLSearchParams(search).has('done', 'password')) form.current?.reset();
  }, [key]);
  return form;
}

function PreferenceSettings({ preferences }: { preferences: Preferences }) {
  return (
    <SettingsSection id="preferences" heading={settingsMessages.preferences}>
      <Form method="post" action="/account/settings" preventScrollReset>
        <Checkbox name="orderEmails" defaultChecked={preferences.orderEmails}>
          {settingsMessages.orderEmails}
        </Checkbox>
        <Checkbox disabled aria-describedby="sms-availability">
          {settingsMessages.orderSms}
          <span id="sms-availability" className="block text-sm">
            {settingsMessages.notAvailableYet}
          </span>
        </Checkbox>
        <Checkbox name="marketing" defaultChecked={preferences.marketing}>
          {settingsMessages.marketing}
        </Checkbox>
        <IntentButton intent="preferences" busyLabel={settingsMessages.saving} className="mt-4">
          {settingsMessages.savePreferences}
        </IntentButton>
      </Form>
    </SettingsSection>
  );
}

function SessionSettings({ sessions }: { sessions: OwnSession[] }) {
  return (
    <SettingsSection id="sessions" heading={settingsMessages.sessions}>
      <ul className="border-line border-t">
        {sessions.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post" action="/account/settings" preventScrollReset className="mt-5">
          <IntentButton intent="log-out-others" look="secondary" busyLabel={settingsMessages.loggingOut}>
            {settingsMessages.logOutOthers}
          </IntentButton>
        </Form>
      ) : (
        <p className="mt-4 text-ink-soft text-small">{settingsMessages.onlyHere}</p>
      )}
    </SettingsSection>
  );
}

function Device({ session: { id, userAgent, createdAt, current } }: { session: OwnSession }) {
  const { shortDate } = useDates();
  const nameId = `device-${id}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-0">
        <p id={nameId} className="font-semibold">
          {deviceName(userAgent)}
        </p>
        <p className="text-ink-muted text-small">{settingsMessages.loggedInOn(shortDate(new Date(createdAt)))}</p>
      </div>
      {current ? (
        <Badge tone="delivered">{settingsMessages.thisDevice}</Badge>
      ) : (
        <Form method="post" action="/account/settings" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <IntentButton
            intent="log-out"
            values={{ id }}
            look="quiet"
            busyLabel={settingsMessages.loggingOut}
            aria-describedby={nameId}
          >
            {settingsMessages.logOut}
          </IntentButton>
        </Form>
      )}
    </li>
  );
}

type TwoFactorSettingsProps = { twoFactor: TwoFactor; result?: SettingsActionResult };

function TwoFactorSettings({ twoFactor, result }: TwoFactorSettingsProps) {
  return (
    <SettingsSection id="two-factor" heading={settingsMessages.twoFactor}>
      {twoFactor.enabled ? (
        <TurnedOn codesRemaining={twoFactor.recoveryCodesRemaining} result={result} />
      ) : (
        <TurnedOff required={twoFactor.needed} result={result} />
      )}
    </SettingsSection>
  );
}

function TurnedOff({ required, result }: { required: boolean; result?: SettingsActionResult }) {
  const { emailVerified } = useCustomer();
  const setup = useLastDefined(result?.setup);
  const lastResult = result?.intent === 'two-factor-confirmation' ? result.reply : undefined;
  if (setup) return <TwoFactorSetupSteps setup={setup} lastResult={lastResult} />;
  return (
    <>
      {required && (
        <div className="mb-5">
          <Notice kind="info">{accessMessages.twoFactorRequired}</Notice>
        </div>
      )}
      <p className="mb-3 max-w-prose text-ink-soft">{settingsMessages.twoFactorOff}</p>
      {emailVerified ? (
        <Gate intent="two-factor-setup" label={settingsMessages.setUp} form={PasswordGate} result={result} />
      ) : (
        <Notice kind="info">{settingsMessages.twoFactorNeedsConfirmedEmail}</Notice>
      )}
    </>
  );
}

function TurnedOn({ codesRemaining, result }: { codesRemaining: number; result?: SettingsActionResult }) {
  const recoveryCodes = useLastDefined(result?.recoveryCodes);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {settingsMessages.twoFactorOn} {settingsMessages.recoveryCodesRemaining(codesRemaining)}
      </p>
      {recoveryCodes ? (
        <div className="my-5 grid gap-4">
          <Notice kind="success">{settingsMessages.newCodesCreated}</Notice>
          <RecoveryCodes codes={recoveryCodes} />
        </div>
      ) : (
        <Gate intent="recovery-codes" label={settingsMessages.newRecoveryCodes} form={TwoFactorGate} result={result} />
      )}
      <Gate intent="two-factor-removal" label={settingsMessages.turnOff} form={TwoFactorGate} result={result} />
    </>
  );
}

/** Retains a value that the server sends only once while other forms of the page are submitted. */
function useLastDefined<T>(value: T | undefined) {
  const [lastValue, setLastValue] = useState(value);
  if (value !== undefined && value !== lastValue) setLastValue(value);
  return value ?? lastValue;
}

type GateProps = { intent: Intent; label: string; form: typeof PasswordGate; result?: SettingsActionResult };

/** Opens without JavaScript, and stays open when its input is rejected. */
function Gate({ intent, label, form: GateForm, result }: GateProps) {
  return (
    <details open={result?.intent === intent} className="group">
      <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-action text-violet underline-offset-4 hover:underline">
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" strokeWidth={1.5} />
        {label}
      </summary>
      <div className="pt-3 pb-5">
        <GateForm
          intent={intent}
          section="two-factor"
          submit={{ label: settingsMessages.continue, busyLabel: settingsMessages.updating }}
          result={result}
        />
      </div>
    </details>
  );
}

type TwoFactorSetupStepsProps = { setup: TwoFactorSetup; lastResult?: SubmissionResult };

function TwoFactorSetupSteps({ setup, lastResult }: TwoFactorSetupStepsProps) {
  const [form, fields] = useContractForm(TwoFactorCodeForm, { id: 'two-factor-confirmation', lastResult });
  const { totpUri, recoveryCodes } = setup;

  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-soft">{settingsMessages.scan}</p>
        <QrCode text={totpUri} label={settingsMessages.qrCode} />
        <p className="text-small">
          {settingsMessages.key}: <code className="break-words font-semibold">{keyOf(totpUri)}</code>
        </p>
      </div>
      <RecoveryCodes codes={recoveryCodes} />
      <Form
        method="post"
        action={useSectionAction('two-factor')}
        preventScrollReset
        {...getFormProps(form, { ariaAttributes: false })}
        className="grid max-w-md gap-5"
      >
        {/* The server sends these only once: hidden fields keep them for the page after a wrong code. */}
        <input type="hidden" name="totpUri" value={totpUri} />
        {recoveryCodes.map((code) => (
          <input key={code} type="hidden" name="recoveryCode" value={code} />
        ))}
        <TextField
          {...fieldOf(fields.code)}
          label={settingsMessages.code}
          hint={settingsMessages.turningOnLogsOut}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton
          intent="two-factor-confirmation"
          busyLabel={settingsMessages.updating}
          className="justify-self-start"
        >
          {settingsMessages.confirmTwoFactor}
        </IntentButton>
      </Form>
    </div>
  );
}

/** The setup key in groups of 4 characters, for easier typing. */
const keyOf = (totpUri: string) => new URL(totpUri).searchParams.get('secret')?.replace(/.{4}(?=.)/g, '$& ');

function RecoveryCodes({ codes }: { codes: string[] }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast('success', settingsMessages.codesCopied),
      () => toast('error', settingsMessages.codesNotCopied),
    );

  return (
    <section aria-labelledby="recovery-codes-heading" className="for-paper rounded-card bg-pearl p-5">
      <h4 id="recovery-codes-heading" className="font-semibold">
        {settingsMessages.recoveryCodes}
      </h4>
      <p className="mt-2 max-w-prose text-ink-soft text-small">{settingsMessages.saveRecoveryCodes}</p>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-6 gap-y-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 noscript:hidden">
        <Button look="secondary" compact onClick={() => void copy()}>
          {settingsMessages.copyCodes}
        </Button>
        <Button look="secondary" compact onClick={() => window.print()}>
          {settingsMessages.printCodes}
        </Button>
      </div>
    </section>
  );
}
