import { Checkbox, Radio } from '#ui/form/choice.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/form/field.tsx';
import { LONG, Specimen } from './specimen.tsx';

export function FormSpecimens() {
  return (
    <>
      <Specimen name="Fields">
        <div className="grid grid-cols-1 gap-6 tablet:grid-cols-2">
          <TextField label="Full name" name="name" defaultValue="Clara Customer" />
          <TextField label="Phone" name="phone" required hint="We call only about a delivery." placeholder="555 0100" />
          <TextField label="Email" name="email" type="email" error="Please enter a valid email address" />
          <TextField label="City" name="city" hint="As the post writes it." error="Please enter a city." />
          <TextField label="Country" name="country" disabled defaultValue="Portugal" />
          <TextField label={LONG} name="long" defaultValue={LONG} error={LONG} />
          <SelectField label="Ring size" name="size" required defaultValue="US 7">
            <option>US 6</option>
            <option>US 7</option>
          </SelectField>
          <SelectField label="State" name="state" error="State is required">
            <option value="">Choose one</option>
          </SelectField>
          <TextAreaField label="Message" name="message" hint="Up to 2,000 characters." />
          <TextAreaField label="Review" name="review" required error="Review is required" />
        </div>
      </Specimen>
      <Specimen name="Choices">
        <div className="grid grid-cols-1 gap-x-6 tablet:grid-cols-2">
          <Checkbox name="gift" defaultChecked>
            Wrap it as a gift
          </Checkbox>
          <Checkbox name="news">{LONG}</Checkbox>
          <Checkbox name="sold" disabled>
            No longer offered
          </Checkbox>
          <Radio name="shipping" value="standard" defaultChecked>
            Standard
          </Radio>
          <Radio name="shipping" value="express">
            Express
          </Radio>
          <Radio name="shipping" value="pickup" disabled>
            Pick up
          </Radio>
        </div>
      </Specimen>
    </>
  );
}
