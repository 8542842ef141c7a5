import { operation } from '../common/operation.ts';
import { ConfirmedStepParams, SetupGuide, SetupGuideVisibility } from './schema.ts';

const tag = 'Admin: set-up guide';

export const getSetupGuide = operation('GET /admin/setup-guide', {
  id: 'getSetupGuide',
  tag,
  summary: 'Get the steps from an empty store to the first sale',
  response: SetupGuide,
});

export const testPaymentKeys = operation('POST /admin/setup-guide/payment-test', {
  id: 'testPaymentKeys',
  tag,
  summary: 'Open an unpaid order of the smallest amount at the payment provider. The step shows the result',
  idempotent: 'optional',
  response: SetupGuide,
});

export const sendTestEmail = operation('POST /admin/setup-guide/test-email', {
  id: 'sendTestEmail',
  tag,
  summary: 'Send a test email to the caller. The step shows the result once the mail server has replied',
  idempotent: 'optional',
  response: SetupGuide,
});

export const confirmSetupStep = operation('PUT /admin/setup-guide/confirmations/:step', {
  id: 'confirmSetupStep',
  tag,
  summary: 'Confirm a step that only an owner can judge',
  params: ConfirmedStepParams,
  response: SetupGuide,
});

export const setSetupGuideHidden = operation('PUT /admin/setup-guide/hidden', {
  id: 'setSetupGuideHidden',
  tag,
  summary: 'Hide the guide once all required steps are done, or show it again',
  body: SetupGuideVisibility,
  response: SetupGuide,
  errors: { 409: ['setup_incomplete'] },
});
