import { text, uuid } from '#platform/database/row.ts';
import { all, first } from '#platform/database/sql.ts';

export type NewNotification = {
  userId: string;
  title: string;
  message: string;
  link: string;
  historyId: string | null;
  /** Default: about an order. */
  type?: 'order' | 'other';
};

/** Returns the recipient, or no row if the account is deleted. */
export const insertNotification = ({ userId, title, message, link, historyId, type = 'order' }: NewNotification) =>
  first('notifications.insert', { name: text, email: text })`
    with person as (select id, name, coalesce(guest_email, email) as email from users where id = ${userId} and deleted_at is null for key share),
         inserted as (insert into notifications (user_id, type, title, message, link, history_id)
                  select id, ${type}, ${title}, ${message}, ${link}, ${historyId}::uuid from person
                      on conflict (history_id) do nothing)
    select name, email from person`;

type Announcement = { title: string; message: string; link: string };

/** To all staff members with one of these roles; returns them. */
export const insertForRoles = (roles: readonly string[], { title, message, link }: Announcement) =>
  all('notifications.insertForRoles', { id: uuid, name: text, email: text })`
    with staff as (select id, name, email from users where role = any (${roles}) and deleted_at is null
                    order by id for key share),
         inserted as (insert into notifications (user_id, type, title, message, link)
                  select id, 'other', ${title}, ${message}, ${link} from staff)
    select id, name, email from staff`;
