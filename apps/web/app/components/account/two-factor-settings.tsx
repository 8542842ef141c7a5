import { settingsMessages } from '@shop/contracts/account-texts';
import type { TwoFactor } from '@shop/contracts/identity';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import type { Intent, SettingsAnswer } from '#lib/settings-forms.ts';
import { PasswordGate } from './password-gate.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SettingsSection } from './settings-section.tsx';
import { TwoFactorSetupSteps } from './two-factor-setup-steps.tsx';

type TwoFactorSettingsProps = { twoFactor: TwoFactor; answer?: SettingsAnswer };

export function TwoFactorSettings({ twoFactor, answer }: TwoFactorSettingsProps) {
  return (
    <SettingsSection id="two-factor" heading={settingsMessages.twoFactor}>
      {twoFactor.enabled ? (
        <TurnedOn codesLeft={twoFactor.recoveryCodesLeft} answer={answer} />
      ) : (
        <TurnedOff needed={twoFactor.needed} answer={answer} />
      )}
    </SettingsSection>
  );
}

function TurnedOff({ needed, answer }: { needed: boolean; answer?: SettingsAnswer }) {
  const setup = useKept(answer?.setup);
  const lastResult = answer?.intent === 'two-factor-confirmation' ? answer.reply : undefined;
  if (setup) return <TwoFactorSetupSteps setup={setup} lastResult={lastResult} />;
  return (
    <>
      {needed && (
        <div className="mb-5">
          <Notice kind="info">{settingsMessages.twoFactorNeeded}</Notice>
        </div>
      )}
      <p className="mb-3 max-w-prose text-ink-soft">{settingsMessages.twoFactorOff}</p>
      <Gate intent="two-factor-setup" label={settingsMessages.setUp} answer={answer} />
    </>
  );
}

function TurnedOn({ codesLeft, answer }: { codesLeft: number; answer?: SettingsAnswer }) {
  const recoveryCodes = useKept(answer?.recoveryCodes);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        {settingsMessages.twoFactorOn} {settingsMessages.recoveryCodesLeft(codesLeft)}
      </p>
      {recoveryCodes ? (
        <div className="my-5 grid gap-4">
          <Notice kind="success">{settingsMessages.newCodesMade}</Notice>
          <RecoveryCodes codes={recoveryCodes} />
        </div>
      ) : (
        <Gate intent="recovery-codes" label={settingsMessages.newRecoveryCodes} answer={answer} />
      )}
      <Gate intent="two-factor-removal" label={settingsMessages.turnOff} answer={answer} />
    </>
  );
}

/** What is shown only once stays while the other forms of the page are used. */
function useKept<T>(value: T | undefined) {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

type GateProps = { intent: Intent; label: string; answer?: SettingsAnswer };

/** Opens without scripts, and stays open when what was typed into it is refused. */
function Gate({ intent, label, answer }: GateProps) {
  return (
    <details open={answer?.intent === intent} className="group">
      <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-action text-violet underline-offset-4 hover:underline">
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" strokeWidth={1.5} />
        {label}
      </summary>
      <div className="pt-3 pb-5">
        <PasswordGate
          intent={intent}
          section="two-factor"
          submit={{ label: settingsMessages.continue, busyLabel: settingsMessages.updating }}
          answer={answer}
        />
      </div>
    </details>
  );
}
