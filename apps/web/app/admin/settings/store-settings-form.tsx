import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { storeSettingsMessages as texts } from '@shop/contracts/settings/admin-messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { rateNotice } from '@shop/contracts/settings/rate-notice';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { ImageUpload, type UploadState } from '#admin/kit/image-upload.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { deliveryFormOf } from './delivery-fields.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { StoreSettingsFields } from './store-settings-fields.ts';
import { TimeZones, ZONES } from './time-zones.tsx';

const CENTS = { type: 'number', step: 0.01, min: 0, inputMode: 'decimal' } as const;
const LIMIT = { type: 'number', step: 1, min: 1, inputMode: 'numeric' } as const;
const DAYS = { ...LIMIT, min: 0 };
const GRID = 'grid grid-cols-1 gap-5 tablet:grid-cols-2';

type Props = { settings: StoreSettings; categories: { id: string; name: string }[]; lastResult?: SubmissionResult };

export function StoreSettingsForm({ settings, categories, lastResult }: Props) {
  const readOnly = !useCan()('settings.write');
  const busy = useIsSubmitting();
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useContractForm(StoreSettingsFields, {
    id: 'store-settings',
    lastResult,
    defaultValue: { ...settings, delivery: deliveryFormOf(settings.delivery) },
  });
  const field = (name: keyof typeof fields & keyof typeof texts, rest: ComponentProps<'input'> = {}) => ({
    ...fieldOf(fields[name]),
    label: texts[name],
    readOnly,
    ...rest,
  });

  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-6">
      {readOnly && <Notice kind="info">{texts.readOnly}</Notice>}
      <input type="hidden" name="version" value={settings.version} />
      <Panel title={texts.store}>
        <div className={GRID}>
          <TextField {...field('storeName', { maxLength: 60 })} hint={texts.storeNameHint} />
          <TextField {...field('timeZone', { list: ZONES })} hint={texts.timeZoneHint} />
          <TimeZones />
          <LogoField
            name="logo"
            defaultUrl={String(fields.logo.defaultValue ?? '')}
            error={fields.logo.errors?.[0]}
            readOnly={readOnly}
            uploading={uploading}
            onUploading={setUploading}
          />
        </div>
      </Panel>
      <Panel title={texts.contact}>
        <p className="mb-4 text-ink-muted text-small">{texts.contactHint}</p>
        <div className={GRID}>
          <TextField {...field('contactEmail', { type: 'email', autoComplete: 'off' })} />
          <TextField {...field('contactPhone', { type: 'tel', autoComplete: 'off' })} />
          <TextField {...field('legalName')} />
          <TextField {...field('country')} />
          <TextField {...field('addressLine1')} />
          <TextField {...field('addressLine2')} />
          <TextField {...field('city')} />
          <TextField {...field('region')} />
          <TextField {...field('postalCode')} />
          <TextField {...field('taxNumber')} hint={texts.taxNumberHint} />
          <TextField {...field('registrationNumber')} />
        </div>
      </Panel>
      <Panel title={texts.payment}>
        <div className={GRID}>
          <TextField {...field('paymentCurrency', { maxLength: 3 })} hint={texts.paymentCurrencyHint} />
          <TextField {...field('paymentRate', { ...CENTS, step: 'any' })} />
        </div>
        <RateConfirmation settings={settings} readOnly={readOnly} />
      </Panel>
      <Panel title={texts.prices}>
        <div className={GRID}>
          <TextField {...field('taxPercent', CENTS)} />
          <TextField {...field('standardShipping', CENTS)} />
          <TextField {...field('expressShipping', CENTS)} />
          <TextField {...field('freeShippingOver', CENTS)} hint={texts.freeShippingHint} />
        </div>
      </Panel>
      <DeliveryPanel
        field={fields.delivery}
        workingDays={settings.delivery.workingDays}
        timeZone={settings.timeZone}
        readOnly={readOnly}
      />
      <Panel title={texts.invoices}>
        <p className="mb-4 text-ink-muted text-small">{texts.invoicesHint}</p>
        <div className={GRID}>
          <TextField {...field('invoicePrefix', { maxLength: 8 })} hint={texts.invoicePrefixHint} />
          <TextField {...field('creditNotePrefix', { maxLength: 8 })} />
          <TextField {...field('hsnCode', { maxLength: 8, inputMode: 'numeric' })} hint={texts.hsnCodeHint} />
        </div>
      </Panel>
      <ReturnSettings
        days={<TextField {...field('returnDays', DAYS)} hint={texts.returnDaysHint} />}
        holdDays={<TextField {...field('returnHoldDays', LIMIT)} hint={texts.returnHoldDaysHint} />}
        categories={categories}
        excluded={settings.unreturnableCategoryIds}
        readOnly={readOnly}
      />
      <Panel title={texts.general}>
        <div className={GRID}>
          <TextField {...field('lowStockThreshold', { ...CENTS, step: 1, inputMode: 'numeric' })} />
        </div>
        <div className="mt-4">
          <Checkbox
            name="reviewsNeedApproval"
            defaultChecked={fields.reviewsNeedApproval.defaultChecked}
            disabled={readOnly}
          >
            {texts.reviewsNeedApproval}
          </Checkbox>
          <Checkbox
            name="adminsNeedTwoFactor"
            defaultChecked={fields.adminsNeedTwoFactor.defaultChecked}
            disabled={readOnly}
            aria-describedby="two-factor-hint"
          >
            {texts.adminsNeedTwoFactor}
          </Checkbox>
          <p id="two-factor-hint" className="pl-8 text-ink-muted text-small">
            {texts.twoFactorHint}
          </p>
        </div>
      </Panel>
      <Panel title={texts.limits}>
        <p className="mb-4 text-ink-muted text-small">{texts.limitsHint}</p>
        <div className={GRID}>
          <TextField {...field('unitsPerVariantLimit', LIMIT)} hint={texts.perCustomerAndAddress} />
          <TextField {...field('unitsLimit', LIMIT)} hint={texts.perCustomerAndAddress} />
          <TextField {...field('clientUnitsLimit', LIMIT)} hint={texts.perClient} />
          <TextField {...field('openCheckoutsLimit', LIMIT)} hint={texts.perCustomer} />
          <TextField {...field('unpaidOrdersLimit', LIMIT)} hint={texts.perCustomer} />
        </div>
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      {!readOnly && (
        <Button
          type="submit"
          busy={busy}
          busyLabel={adminMessages.saving}
          disabled={uploading}
          className="justify-self-start"
        >
          {texts.save}
        </Button>
      )}
    </Form>
  );
}

/** What the saved rate means in money, while no owner has set or confirmed it. */
function RateConfirmation({ settings, readOnly }: { settings: StoreSettings; readOnly: boolean }) {
  const notice = rateNotice(settings);
  if (!notice) return null;
  return (
    <div className="mt-4 grid gap-3">
      <Notice kind="warning">{notice}</Notice>
      <Checkbox name="confirmPaymentRate" disabled={readOnly}>
        {texts.confirmPaymentRate}
      </Checkbox>
    </div>
  );
}

type ReturnSettingsProps = {
  days: ReactNode;
  holdDays: ReactNode;
  categories: { id: string; name: string }[];
  /** Ids of the categories that can't be returned. */
  excluded: string[];
  readOnly: boolean;
};

function ReturnSettings({ days, holdDays, categories, excluded, readOnly }: ReturnSettingsProps) {
  return (
    <Panel title={texts.returns}>
      <p className="mb-4 text-ink-muted text-small">{texts.returnsHint}</p>
      <div className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        {days}
        {holdDays}
      </div>
      <fieldset className="mt-4 min-w-0">
        <legend className="font-semibold text-small">{texts.unreturnableCategories}</legend>
        <div className="grid grid-cols-1 gap-x-5 tablet:grid-cols-2">
          {categories.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="unreturnableCategoryIds"
              value={id}
              defaultChecked={excluded.includes(id)}
              disabled={readOnly}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </Panel>
  );
}

type LogoFieldProps = UploadState & {
  name: string;
  defaultUrl: string;
  error: string | undefined;
  readOnly: boolean;
};

/** The URL of the logo; uploading a file enters it. */
function LogoField({ name, defaultUrl, error, readOnly, uploading, onUploading }: LogoFieldProps) {
  const [url, setUrl] = useState(defaultUrl);

  return (
    <div className="grid gap-4 tablet:col-span-2">
      <div className="grid grid-cols-[4rem_minmax(0,1fr)] gap-4">
        <Thumbnail src={url} size={64} />
        <TextField
          name={name}
          label={texts.logo}
          hint={texts.logoHint}
          value={url}
          error={error}
          readOnly={readOnly}
          onChange={({ target }) => setUrl(target.value)}
        />
      </div>
      {!readOnly && (
        <div className="flex flex-wrap items-end gap-4">
          <ImageUpload label={texts.uploadLogo} uploading={uploading} onUploading={onUploading} onUploaded={setUrl} />
          {url && (
            <Button look="quiet" onClick={() => setUrl('')}>
              {texts.removeLogo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
