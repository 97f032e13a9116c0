import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { FieldNotes, noted } from '#ui/forms/field.tsx'

/**
 * One to five stars: radio buttons, of which the stylesheet draws stars that are filled up to the chosen one. In the
 * sequence of the numbers, for keyboards and screen readers; no script.
 */
export function StarField({
  id,
  chosen,
  error,
  ctx: { t },
}: {
  id: string
  /** 0 for none. */
  chosen: number
  error: string | undefined
  ctx: Pick<Ctx, 't'>
}): ReactNode {
  const notes = { id, error }
  return (
    <fieldset className="field star-field" id={id} {...noted(notes)}>
      <legend className="field-label">{t('review.form.score')}</legend>
      <div className="star-field-stars">
        {([1, 2, 3, 4, 5] as const).map((score) => (
          <label key={score} className="star-field-star">
            <input
              type="radio"
              name="score"
              value={score}
              defaultChecked={score === chosen}
              required
              className="star-field-input"
            />
            <span className="star-field-sign" aria-hidden="true" />
            <span className="star-field-words">{t(`review.form.score.${score}`)}</span>
          </label>
        ))}
      </div>
      <FieldNotes {...notes} />
    </fieldset>
  )
}
