import { STORE_NAME } from '@shop/contracts/common/constants';
import { toPlainText } from '@shop/contracts/common/plain-text';
import { emailTexts } from '@shop/contracts/mail/messages';
import type { Db } from '#platform/database/db.ts';
import { truncate } from '#platform/truncate.ts';
import { renderEmail } from './layout.ts';
import { readMarkdown } from './markdown.ts';
import { type CampaignText, findStore, type Store } from './queries.ts';
import { type EmailContent, withToken } from './templates.ts';

/** What inboxes show beside the subject, in characters. */
const PREVIEW_MAX = 140;
const UNSUBSCRIBE = '/newsletter/unsubscribe';

type CampaignEmail = CampaignText & {
  /** A test is what a customer gets. */
  recipient: 'customer' | 'subscriber' | 'test';
  /** Without a recipient there is none. */
  token?: string;
};

/** The email of a campaign. Only its reason names the store. */
export function campaignContent(
  { title, message, link, recipient, token }: CampaignEmail,
  { name: storeName, seller }: Pick<Store, 'name' | 'seller'> = { name: STORE_NAME, seller: [] },
): EmailContent {
  const preview = truncate(toPlainText(message).replace(/\s+/g, ' '), PREVIEW_MAX);
  return {
    ...emailTexts(storeName).campaign({
      title,
      preview,
      recipient: recipient === 'subscriber' ? recipient : 'customer',
    }),
    name: '',
    path: link,
    body: readMarkdown(message),
    seller,
    unsubscribePath: token === undefined ? UNSUBSCRIBE : withToken(UNSUBSCRIBE, token),
  };
}

/** The HTML of the email as it is sent; only the unsubscribe link has no token. */
export async function previewCampaign(db: Db, campaign: CampaignEmail, origin: string) {
  const store = await db.run(findStore());
  return renderEmail(campaignContent(campaign, store), origin, store?.name).html;
}
