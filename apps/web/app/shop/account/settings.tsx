import { settingsMessages } from '@shop/contracts/identity/account-messages';
import {
  type exportPersonalData,
  getPasswordRequirements,
  getPreferences,
  getTwoFactor,
  listSessions,
} from '@shop/contracts/identity/operations';
import { data, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/settings';
import { DangerZone } from './danger-zone.tsx';
import { PageHeading } from './page-heading.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { PreferenceSettings } from './preference-settings.tsx';
import { SessionSettings } from './session-settings.tsx';
import { settingsActions } from './settings-actions.server.ts';
import { Intent, SETTINGS_DONE } from './settings-forms.ts';
import { SettingsSection } from './settings-section.tsx';
import { TwoFactorSettings } from './two-factor-settings.tsx';

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
