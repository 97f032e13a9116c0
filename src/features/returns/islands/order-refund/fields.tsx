import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Select } from '#ui/forms/field.tsx'
import type { ReturnOptions } from '../../contract.ts'
import type { RefundKey } from './texts.ts'
import type { Wish } from './wish.ts'

interface FieldsProps {
  /** What the ids of the fields begin with. */
  id: string
  options: Pick<ReturnOptions, 'types' | 'reasons' | 'bonus' | 'fee' | 'isByHand'>
  begin: Wish
  errors: Readonly<Record<string, string | undefined>>
  t: Translate<RefundKey>
}

export function TypeChoice({ id, options, begin, errors, t }: FieldsProps): ReactNode {
  return (
    <Choices
      id={`${id}-type`}
      name="type"
      label={t('return.form.type')}
      chosen={begin.type}
      choices={options.types.map(({ code, text }) => ({ code, text, note: t(`return.form.type.${code}`) }))}
      error={errors['type']}
    />
  )
}

/** What the shopper decides, and what the shop answers for, apart: they have other costs and other times. */
export function ReasonChoice({
  id,
  options: { reasons, fee },
  begin,
  errors,
  isProblem,
  t,
}: FieldsProps & { isProblem: boolean }): ReactNode {
  const groups = [false, true].map((isClaim) => (
    <optgroup
      key={String(isClaim)}
      label={t(isClaim ? 'return.form.reasons_claim' : 'return.form.reasons_own')}
    >
      {reasons
        .filter((reason) => reason.isClaim === isClaim)
        .map(({ code, text }) => (
          <option key={code} value={code} data-claim={isClaim ? '' : undefined}>
            {text}
          </option>
        ))}
    </optgroup>
  ))
  return (
    <div className="return-reason">
      <Select
        id={`${id}-reason`}
        name="reason"
        label={t('return.form.reason')}
        defaultValue={begin.reason ?? ''}
        error={errors['reason']}
        required
      >
        <option value="">{t('return.form.reason_choose')}</option>
        {isProblem ? groups.toReversed() : groups}
      </Select>
      <p className={`return-note return-if-own${fee === null ? '' : ' return-unless-label'}`}>
        {t('return.form.own')}
      </p>
      {fee !== null && <p className="return-note return-if-label">{t('return.form.own_label', { fee })}</p>}
      <p className="return-claim return-if-claim">{t('return.form.claim')}</p>
    </div>
  )
}

export function RefundChoice({ id, options: { bonus, isByHand }, begin, t }: FieldsProps): ReactNode {
  return (
    <Choices
      id={`${id}-refundTo`}
      name="refundTo"
      label={t('return.form.refund_to')}
      chosen={begin.refundTo}
      choices={[
        isByHand
          ? { code: 'original', text: t('return.form.account'), note: t('return.form.account_note') }
          : { code: 'original', text: t('return.form.original'), note: null },
        { code: 'credit', text: t('return.form.credit'), note: bonus },
      ]}
      error={undefined}
    />
  )
}

interface ChoicesProps {
  id: string
  name: string
  label: string
  chosen: string | null
  choices: readonly { code: string; text: string; note: string | null }[]
  error: string | undefined
}

/** One of several, each with a note. */
function Choices({ id, name, label, chosen, choices, error }: ChoicesProps): ReactNode {
  return (
    <fieldset className="field" id={id} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      <div className="return-choices">
        {choices.map(({ code, text, note }) => (
          <label key={code} className="checkbox return-choice">
            <input type="radio" name={name} value={code} defaultChecked={code === chosen} />
            <span className="return-choice-words">
              <span className="return-choice-title">{text}</span>
              {note !== null && <span className="return-note">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
