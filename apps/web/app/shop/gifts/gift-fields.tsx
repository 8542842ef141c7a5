import { giftMessages as texts } from '@shop/contracts/orders/gift-messages';
import { GIFT_MESSAGE_MAX, GIFT_RECIPIENT_MAX, type GiftRequest } from '@shop/contracts/orders/gift-schema';
import { Checkbox } from '#ui/form/choice.tsx';
import { TextAreaField, TextField } from '#ui/form/field.tsx';

/** The fields appear with the checkbox, by CSS only. `gift` is what was entered before. */
export function GiftFields({ gift }: { gift?: GiftRequest }) {
  return (
    <div className="group/gift">
      <Checkbox name="isGift" value="yes" defaultChecked={gift !== undefined}>
        <span className="block font-semibold">{texts.isGift}</span>
        <span className="block text-ink-soft text-small">{texts.hint}</span>
      </Checkbox>
      <div className="mt-4 hidden gap-4 group-has-[input[name=isGift]:checked]/gift:grid">
        <TextField
          label={texts.recipient}
          hint={texts.recipientHint}
          name="giftRecipient"
          defaultValue={gift?.recipient}
          maxLength={GIFT_RECIPIENT_MAX}
          autoComplete="off"
        />
        <TextAreaField
          label={texts.message}
          hint={texts.messageHint(GIFT_MESSAGE_MAX)}
          name="giftMessage"
          defaultValue={gift?.message}
          maxLength={GIFT_MESSAGE_MAX}
          rows={3}
        />
      </div>
    </div>
  );
}
