import type { SubmissionResult } from '@conform-to/react';
import { dollars } from '@shop/contracts/common/money';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import type { SetupStepId } from '@shop/contracts/setup/constants';
import { setupActionLabels as labels, setupMessages } from '@shop/contracts/setup/messages';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { CurrencyForm, IdentityForm, type Look } from './step-forms.tsx';

type StepActionProps = {
  id: SetupStepId;
  settings: StoreSettings;
  lastResult: SubmissionResult | undefined;
  look: Look;
};

/** The form of a step, or the link to the page where it is done. */
export function StepAction({ id, settings, lastResult, look }: StepActionProps) {
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
            freeShippingOver === null ? setupMessages.noFreeShipping : dollars(freeShippingOver),
        }}
      />
      <TextLink to="/admin/settings" className="justify-self-start">
        {setupMessages.changeTerms}
      </TextLink>
    </>
  );
}
