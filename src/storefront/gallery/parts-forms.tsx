import { StarField } from '#features/reviews/parts/star-field.tsx'
import { Island } from '#platform/server/pages/render.tsx'
import { dialCode, dialRegions } from '#ui/forms/dial-codes.ts'
import { Checkbox, Field, RadioGroup, Select, Switch, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { DialCodeSelect, PhoneField } from '#ui/forms/phone-field.tsx'
import { touched, type GalleryProps, type ShownPart } from './shown.ts'

/** What is filled in. */
export function formParts(props: GalleryProps): ShownPart[] {
  return [
    field(props),
    select(props),
    phoneField(props),
    checkbox(props),
    radio(props),
    stars(props),
    switches(props),
    formErrors(props),
  ]
}

function field({ words }: GalleryProps): ShownPart {
  const base = { label: words.email, help: words.email_help, type: 'email', autoComplete: 'off' }
  return {
    name: 'field',
    states: [
      ...touched((state) => <Field id={`field-${state}`} {...base} placeholder="name@example.com" />).slice(
        0,
        3,
      ),
      { name: 'filled', view: <Field id="field-filled" {...base} defaultValue="mei@example.com" /> },
      {
        name: 'error',
        view: <Field id="field-error" {...base} defaultValue="mei.example.com" error={words.email_error} />,
      },
      { name: 'disabled', view: <Field id="field-off" {...base} defaultValue="mei@example.com" disabled /> },
      {
        name: 'read only',
        view: <Field id="field-read" {...base} defaultValue="mei@example.com" readOnly />,
      },
      {
        name: 'with a sign',
        view: (
          <Field id="field-sign" label={words.budget} before="$" inputMode="decimal" defaultValue="120" />
        ),
      },
      {
        name: 'several lines',
        view: (
          <TextArea id="field-lines" label={words.note} defaultValue={words.note_value} maxLength={200} />
        ),
      },
    ],
  }
}

function select({ words }: GalleryProps): ShownPart {
  const options = words.countries.map((name) => <option key={name}>{name}</option>)
  const of = (state: string, more: { disabled?: boolean; error?: string } = {}) => (
    <Select id={`select-${state}`} label={words.country} {...more}>
      {options}
    </Select>
  )
  return {
    name: 'select',
    states: [
      ...touched(of).slice(0, 3),
      { name: 'error', view: of('error', { error: words.country_error }) },
      { name: 'disabled', view: of('disabled', { disabled: true }) },
    ],
  }
}

function phoneField({ ctx, words }: GalleryProps): ShownPart {
  const regions = dialRegions(ctx.lang)
  const of = (state: string, more: { disabled?: boolean; error?: string; defaultValue?: string } = {}) => (
    <PhoneField
      id={`phone-${state}`}
      label={words.phone}
      help={words.phone_help}
      {...more}
      code={
        <Island name="phone-code-select" k={`dial-${state}`} on="visible" props={{ code: dialCode('HK')! }}>
          <DialCodeSelect
            regions={state === 'default' ? regions : regions.filter(({ region }) => region === 'HK')}
            label={words.dial_code}
            name={`region-${state}`}
            defaultValue="HK"
            disabled={more.disabled}
          />
        </Island>
      }
    />
  )
  return {
    name: 'phone-field',
    states: [
      ...touched((state) => of(state)).slice(0, 3),
      { name: 'error', view: of('error', { defaultValue: '9123', error: words.phone_error }) },
      { name: 'disabled', view: of('disabled', { defaultValue: '9123 4567', disabled: true }) },
    ],
  }
}

function checkbox({ words }: GalleryProps): ShownPart {
  const pair = (state: string, more: { disabled?: boolean; 'aria-invalid'?: boolean } = {}) => (
    <div>
      <Checkbox name={`gift-${state}`} {...more}>
        {words.gift}
      </Checkbox>
      <Checkbox name={`gifts-${state}`} defaultChecked {...more}>
        {words.gift_some}
      </Checkbox>
    </div>
  )
  return {
    name: 'checkbox',
    states: [
      ...touched((state) => pair(state)),
      { name: 'disabled', view: pair('disabled', { disabled: true }) },
      { name: 'error', view: pair('error', { 'aria-invalid': true }) },
    ],
  }
}

function radio({ words }: GalleryProps): ShownPart {
  const options = words.deliveries.map((text, index) => ({
    value: String(index),
    text,
    disabled: index === 2,
  }))
  const of = (state: string, more: { error?: string; chosen?: string } = { chosen: '0' }) => (
    <RadioGroup
      id={`radio-${state}`}
      name={`radio-${state}`}
      label={words.delivery}
      options={options}
      {...more}
    />
  )
  return {
    name: 'radio',
    states: [
      ...touched((state) => of(state)).slice(0, 3),
      { name: 'error', view: of('error', { error: words.delivery_error }) },
    ],
  }
}

function stars({ ctx }: GalleryProps): ShownPart {
  const one = (id: string, chosen: number, error?: string) => (
    <form>
      <StarField id={`stars-${id}`} chosen={chosen} error={error} ctx={ctx} />
    </form>
  )
  return {
    name: 'star field',
    states: [
      { name: 'default', view: one('default', 0) },
      { name: 'chosen', view: one('chosen', 4) },
      { name: 'focus-visible', view: one('focus', 2), force: 'focus-visible' },
      { name: 'error', view: one('error', 0, ctx.t('review.form.score_missing')) },
    ],
  }
}

function switches({ words }: GalleryProps): ShownPart {
  const pair = (state: string, disabled = false) => (
    <div>
      <Switch name={`letters-${state}`} disabled={disabled}>
        {words.letters}
      </Switch>
      <Switch name={`letters-on-${state}`} disabled={disabled} defaultChecked>
        {words.gift}
      </Switch>
    </div>
  )
  return {
    name: 'switch',
    states: [...touched((state) => pair(state)), { name: 'disabled', view: pair('disabled', true) }],
  }
}

function formErrors({ words }: GalleryProps): ShownPart {
  const [email = '', delivery = ''] = words.error_list
  return {
    name: 'form-errors',
    states: [
      {
        name: 'error',
        view: (
          <FormErrors
            title={words.errors}
            errors={[
              { id: 'field-error', text: email },
              { id: 'radio-error', text: delivery },
            ]}
          />
        ),
      },
    ],
  }
}
