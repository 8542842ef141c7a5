import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { needsConfirmation } from '@shop/contracts/settings/payment-rate';
import { setupActionLabels, setupMessages } from '@shop/contracts/setup/messages';
import { Form } from 'react-router';
import { CurrencyFields, IdentityFields } from '#admin/settings/store-settings-fields.ts';
import { TimeZones, ZONES } from '#admin/settings/time-zones.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { TextLink } from '#ui/text-link.tsx';

const GRID = 'grid grid-cols-1 gap-5 tablet:grid-cols-2';

export type Look = 'primary' | 'secondary';
type FormProps = { settings: StoreSettings; lastResult: SubmissionResult | undefined; look: Look };

/** What customers need to know of the seller; logo, address and numbers are in the store settings. */
export function IdentityForm({ settings, lastResult, look }: FormProps) {
  const [form, fields] = useContractForm(IdentityFields, { id: 'setup-identity', lastResult, defaultValue: settings });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      <input type="hidden" name="version" value={settings.version} />
      <div className={GRID}>
        <TextField {...fieldOf(fields.storeName)} label={texts.storeName} maxLength={60} />
        <TextField {...fieldOf(fields.contactEmail)} label={texts.contactEmail} type="email" autoComplete="off" />
        <TextField {...fieldOf(fields.legalName)} label={texts.legalName} />
        <TextField {...fieldOf(fields.country)} label={texts.country} />
        <TextField {...fieldOf(fields.timeZone)} label={texts.timeZone} hint={texts.timeZoneHint} list={ZONES} />
        <TimeZones />
      </div>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap items-center gap-4">
        <IntentButton intent="identity" look={look} busyLabel={adminMessages.saving}>
          {setupActionLabels.identity}
        </IntentButton>
        <TextLink to="/admin/settings">{setupMessages.allSettings}</TextLink>
      </div>
    </Form>
  );
}

export function CurrencyForm({ settings, lastResult, look }: FormProps) {
  const [form, fields] = useContractForm(CurrencyFields, { id: 'setup-currency', lastResult, defaultValue: settings });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      <input type="hidden" name="version" value={settings.version} />
      <div className={GRID}>
        <TextField
          {...fieldOf(fields.paymentCurrency)}
          label={texts.paymentCurrency}
          hint={texts.paymentCurrencyHint}
          maxLength={3}
        />
        <TextField
          {...fieldOf(fields.paymentRate)}
          label={texts.paymentRate}
          type="number"
          step="any"
          min={0}
          inputMode="decimal"
        />
      </div>
      {needsConfirmation(settings) && <Checkbox name="confirmPaymentRate">{texts.confirmPaymentRate}</Checkbox>}
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton intent="currency" look={look} busyLabel={adminMessages.saving} className="justify-self-start">
        {setupActionLabels.currency}
      </IntentButton>
    </Form>
  );
}
