import { settingsMessages } from '@shop/contracts/identity/account-messages';
import type { OwnSession } from '@shop/contracts/identity/schema';
import { Form } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Badge } from '#ui/badge.tsx';
import { deviceName } from './device-name.ts';
import { SettingsSection } from './settings-section.tsx';

export function SessionSettings({ sessions }: { sessions: OwnSession[] }) {
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
