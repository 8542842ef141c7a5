import { accessMessages } from '@shop/contracts/common/messages';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import type { TwoFactor } from '@shop/contracts/identity/schema';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '#ui/notice.tsx';
import { PasswordGate, TwoFactorGate } from './password-gate.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import type { Intent, SettingsActionResult } from './settings-forms.ts';
import { SettingsSection } from './settings-section.tsx';
import { TwoFactorSetupSteps } from './two-factor-setup-steps.tsx';
import { useCustomer } from './use-customer.ts';

type TwoFactorSettingsProps = { twoFactor: TwoFactor; result?: SettingsActionResult };

export function TwoFactorSettings({ twoFactor, result }: TwoFactorSettingsProps) {
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
