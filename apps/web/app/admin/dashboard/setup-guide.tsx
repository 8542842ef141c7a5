import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { dollars } from '@shop/contracts/common/money';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { needsConfirmation } from '@shop/contracts/settings/payment-rate';
import { FEW_STEPS, type SetupStepId } from '@shop/contracts/setup/constants';
import {
  setupActionLabels as labels,
  setupStepTexts,
  setupStepTitles,
  setupMessages as texts,
} from '@shop/contracts/setup/messages';
import type { SetupGuide as Guide, SetupStep } from '@shop/contracts/setup/schema';
import { ChevronDown, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Form } from 'react-router';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { CurrencyFields, IdentityFields } from '#admin/settings/store-settings-fields.ts';
import { TimeZones, ZONES } from '#admin/settings/time-zones.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

type SetupGuideProps = {
  guide: Guide;
  settings: StoreSettings;
  /** The rejected form of a step. */
  rejected: { intent: string; reply: SubmissionResult } | undefined;
};

const CARD = 'min-w-0 rounded-card border border-line bg-paper';
const HEAD = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-4 tablet:px-6';

/** The first open step is unfolded. Once few are open the guide is one line, which unfolds without scripts. */
export function SetupGuide({ guide: { steps }, settings, rejected }: SetupGuideProps) {
  const titleId = useId();
  const open = steps.filter(({ done }) => !done);
  const next = open.find(({ required }) => required) ?? open[0];
  const unfolded = rejected?.intent ?? next?.id;
  const done = steps.length - open.length;
  const list = (
    <ol>
      {steps.map((step) => (
        <li key={step.id} className="border-line border-t">
          <Step
            step={step}
            settings={settings}
            unfolded={step.id === unfolded}
            lastResult={step.id === rejected?.intent ? rejected.reply : undefined}
          />
        </li>
      ))}
    </ol>
  );
  const title = (
    <h2 id={titleId} className="text-h3">
      {texts.title}
    </h2>
  );

  if (open.length > FEW_STEPS)
    return (
      <section aria-labelledby={titleId} className={CARD}>
        <div className={HEAD}>
          <Ring done={done} all={steps.length} />
          <div>
            {title}
            <p className="text-ink-muted text-small">{texts.progress(done, steps.length)}</p>
          </div>
        </div>
        {list}
      </section>
    );
  return (
    <section aria-labelledby={titleId} className={CARD}>
      <details open={rejected !== undefined} className="group">
        <summary className={classes(HEAD, 'cursor-pointer list-none')}>
          <Ring done={done} all={steps.length} />
          {title}
          <span className="min-w-0 text-ink-muted text-small">
            {next ? texts.progressNext(done, steps.length, setupStepTitles[next.id]) : texts.allDone}
          </span>
          <Chevron className="ml-auto group-open:rotate-180" />
        </summary>
        {list}
        {open.every(({ required }) => !required) && <Hide />}
      </details>
    </section>
  );
}

const Hide = () => (
  <Form method="post" className="border-line border-t px-4 py-3 tablet:px-6">
    <IntentButton intent="hide" look="quiet">
      {texts.hide}
    </IntentButton>
  </Form>
);

type StepProps = {
  step: SetupStep;
  settings: StoreSettings;
  unfolded: boolean;
  lastResult: SubmissionResult | undefined;
};

function Step({ step: { id, done, required, evidence, warning }, settings, unfolded, lastResult }: StepProps) {
  return (
    <details open={unfolded} className="group/step open:bg-violet-tint/40">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 tablet:px-6">
        <StepState done={done} warned={warning !== null} />
        <span className={classes('min-w-0', done ? 'text-ink-soft' : 'font-semibold')}>{setupStepTitles[id]}</span>
        {!required && !done && <span className="text-ink-muted text-small">{texts.optional}</span>}
        <span className="min-w-0 text-ink-muted text-small max-tablet:order-last max-tablet:w-full tablet:ml-auto">
          {evidence}
        </span>
        <Chevron className="max-tablet:ml-auto group-open/step:rotate-180" />
      </summary>
      <div className="grid max-w-3xl gap-4 px-4 pt-1 pb-6 tablet:pl-14">
        <p className="text-ink-soft">{setupStepTexts[id]}</p>
        {warning && <Notice kind="warning">{warning}</Notice>}
        <StepAction id={id} settings={settings} lastResult={lastResult} look={unfolded ? 'primary' : 'secondary'} />
      </div>
    </details>
  );
}

function StepState({ done, warned }: { done: boolean; warned: boolean }) {
  if (done) return <State icon={<CircleCheck {...ICON} className="size-5 text-delivered" />} label={texts.stepDone} />;
  if (warned)
    return <State icon={<TriangleAlert {...ICON} className="size-5 text-pending" />} label={texts.stepWarned} />;
  return <State icon={<CircleDashed {...ICON} className="size-5 text-ink-muted" />} label={texts.stepOpen} />;
}

const ICON = { 'aria-hidden': true, strokeWidth: 1.75 } as const;

const State = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span className="shrink-0">
    {icon}
    <span className="sr-only">{label}:</span>
  </span>
);

const Chevron = ({ className }: { className: string }) => (
  <ChevronDown {...ICON} className={classes('size-5 shrink-0 text-ink-muted transition-transform', className)} />
);

/** The share of done steps as an arc. */
const Ring = ({ done, all }: { done: number; all: number }) => (
  <svg viewBox="0 0 40 40" fill="none" strokeWidth={4} aria-hidden="true" className="size-9 shrink-0 -rotate-90">
    <circle cx={20} cy={20} r={16} className="stroke-line" />
    <circle cx={20} cy={20} r={16} pathLength={all} strokeDasharray={`${done} ${all}`} className="stroke-violet" />
  </svg>
);

type StepActionProps = {
  id: SetupStepId;
  settings: StoreSettings;
  lastResult: SubmissionResult | undefined;
  look: Look;
};

/** The form of a step, or the link to the page where it is done. */
function StepAction({ id, settings, lastResult, look }: StepActionProps) {
  switch (id) {
    case 'identity':
      return <IdentityForm settings={settings} lastResult={lastResult} look={look} />;
    case 'currency':
      return <CurrencyForm settings={settings} lastResult={lastResult} look={look} />;
    case 'terms':
      return (
        <Confirmation intent="terms" look={look}>
          <Terms {...settings} />
        </Confirmation>
      );
    case 'pages':
      return <StepLinks to="/admin/pages" label={labels.pages} look={look} />;
    case 'payment':
    case 'email':
      return <Confirmation intent={id} look={look} />;
    case 'category':
      return <StepLinks to="/admin/categories/new" label={labels.category} look={look} />;
    case 'brand':
      return <StepLinks to="/admin/brands/new" label={labels.brand} look={look} />;
    case 'product':
      return (
        <StepLinks to="/admin/products/new" label={labels.product} look={look}>
          <TextLink to="/admin/products/import">{labels.importProducts}</TextLink>
        </StepLinks>
      );
    case 'second-owner':
      return <StepLinks to="/admin/customers" label={labels['second-owner']} look={look} />;
    case 'two-factor':
      return <StepLinks to="/account/settings#two-factor" label={labels['two-factor']} look={look} />;
  }
}

type ConfirmationProps = { intent: 'terms' | 'payment' | 'email'; look: Look; children?: ReactNode };

const Confirmation = ({ intent, look, children }: ConfirmationProps) => (
  <Form method="post" preventScrollReset className="grid gap-4">
    <FormKey />
    {children}
    <IntentButton intent={intent} look={look} className="justify-self-start">
      {labels[intent]}
    </IntentButton>
  </Form>
);

type StepLinksProps = { to: string; label: string; look: Look; children?: ReactNode };

const StepLinks = ({ to, label, look, children }: StepLinksProps) => (
  <div className="flex flex-wrap items-center gap-4">
    <ButtonLink to={to} look={look}>
      {label}
    </ButtonLink>
    {children}
  </div>
);

function Terms({ taxPercent, standardShipping, expressShipping, freeShippingOver }: StoreSettings) {
  return (
    <>
      <DetailList
        of={{
          [storeSettingsMessages.taxPercent]: `${taxPercent}%`,
          [storeSettingsMessages.standardShipping]: dollars(standardShipping),
          [storeSettingsMessages.expressShipping]: dollars(expressShipping),
          [storeSettingsMessages.freeShippingOver]:
            freeShippingOver === null ? texts.noFreeShipping : dollars(freeShippingOver),
        }}
      />
      <TextLink to="/admin/settings" className="justify-self-start">
        {texts.changeTerms}
      </TextLink>
    </>
  );
}

const GRID = 'grid grid-cols-1 gap-5 tablet:grid-cols-2';

type Look = 'primary' | 'secondary';
type FormProps = { settings: StoreSettings; lastResult: SubmissionResult | undefined; look: Look };

/** What customers need to know of the seller; logo, address and numbers are in the store settings. */
function IdentityForm({ settings, lastResult, look }: FormProps) {
  const [form, fields] = useContractForm(IdentityFields, { id: 'setup-identity', lastResult, defaultValue: settings });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      <input type="hidden" name="version" value={settings.version} />
      <div className={GRID}>
        <TextField {...fieldOf(fields.storeName)} label={storeSettingsMessages.storeName} maxLength={60} />
        <TextField
          {...fieldOf(fields.contactEmail)}
          label={storeSettingsMessages.contactEmail}
          type="email"
          autoComplete="off"
        />
        <TextField {...fieldOf(fields.legalName)} label={storeSettingsMessages.legalName} />
        <TextField {...fieldOf(fields.country)} label={storeSettingsMessages.country} />
        <TextField
          {...fieldOf(fields.timeZone)}
          label={storeSettingsMessages.timeZone}
          hint={storeSettingsMessages.timeZoneHint}
          list={ZONES}
        />
        <TimeZones />
      </div>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap items-center gap-4">
        <IntentButton intent="identity" look={look} busyLabel={adminMessages.saving}>
          {labels.identity}
        </IntentButton>
        <TextLink to="/admin/settings">{texts.allSettings}</TextLink>
      </div>
    </Form>
  );
}

function CurrencyForm({ settings, lastResult, look }: FormProps) {
  const [form, fields] = useContractForm(CurrencyFields, { id: 'setup-currency', lastResult, defaultValue: settings });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-5">
      <input type="hidden" name="version" value={settings.version} />
      <div className={GRID}>
        <TextField
          {...fieldOf(fields.paymentCurrency)}
          label={storeSettingsMessages.paymentCurrency}
          hint={storeSettingsMessages.paymentCurrencyHint}
          maxLength={3}
        />
        <TextField
          {...fieldOf(fields.paymentRate)}
          label={storeSettingsMessages.paymentRate}
          type="number"
          step="any"
          min={0}
          inputMode="decimal"
        />
      </div>
      {needsConfirmation(settings) && (
        <Checkbox name="confirmPaymentRate">{storeSettingsMessages.confirmPaymentRate}</Checkbox>
      )}
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton intent="currency" look={look} busyLabel={adminMessages.saving} className="justify-self-start">
        {labels.currency}
      </IntentButton>
    </Form>
  );
}
