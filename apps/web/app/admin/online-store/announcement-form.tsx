import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import type { OnlineStore } from '@shop/contracts/content/online-store-schema';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { useStoreTimeZone, ZONE_FIELD } from '#lib/store-time.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ItemForm } from './item-form.tsx';
import { AnnouncementForm as AnnouncementFormSchema, typedAnnouncement } from './online-store-fields.ts';

type AnnouncementFormProps = { announcement: OnlineStore['announcement']; lastResult?: SubmissionResult };

export function AnnouncementForm({ announcement, lastResult }: AnnouncementFormProps) {
  const timeZone = useStoreTimeZone();
  const dateHint = texts.dateHint(timeZone);
  const [form, fields] = useContractForm(AnnouncementFormSchema, {
    id: 'announcement',
    lastResult,
    defaultValue: typedAnnouncement(announcement, timeZone),
  });
  return (
    <ItemForm
      formProps={getFormProps(form)}
      error={form.errors?.[0]}
      version={submittedVersion(lastResult, announcement.version)}
    >
      <input type="hidden" name={ZONE_FIELD} value={timeZone} />
      <div className="col-span-full">
        <Checkbox name="enabled" defaultChecked={fields.enabled.defaultChecked}>
          {texts.announcementEnabled}
        </Checkbox>
      </div>
      <TextField {...fieldOf(fields.text)} label={texts.announcementText} className="col-span-full" />
      <TextField {...fieldOf(fields.href)} label={texts.url} hint={texts.urlHint} className="col-span-full" />
      <TextField {...fieldOf(fields.startsAt)} label={texts.starts} hint={dateHint} type="datetime-local" />
      <TextField {...fieldOf(fields.endsAt)} label={texts.ends} hint={dateHint} type="datetime-local" />
    </ItemForm>
  );
}
