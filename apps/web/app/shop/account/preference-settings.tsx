import { settingsMessages } from '@shop/contracts/identity/account-messages';
import type { Preferences } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { SettingsSection } from './settings-section.tsx';

export function PreferenceSettings({ preferences }: { preferences: Preferences }) {
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
