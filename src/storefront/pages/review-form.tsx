import type { ReactNode } from 'react'
import { inquiryPicturesTexts } from '#features/inquiries/islands/inquiry-pictures/texts.ts'
import type { ReviewableLine } from '#features/reviews/actions/mine.ts'
import {
  fits,
  mostContent,
  mostName,
  mostPictures,
  mostTitle,
  type OwnReview,
} from '#features/reviews/contract.ts'
import { StarField } from '#features/reviews/parts/star-field.tsx'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox, Field, RadioGroup, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'

export interface ReviewFormData {
  line: ReviewableLine
  /** The star that was pressed in the mail. */
  score: number | null
  /** Pictures of a form that came back. */
  sent: { id: string; url: string }[]
}

/** The message of the last post. */
export function ReviewSaid({ ctx: { visitor } }: { ctx: Ctx }): ReactNode {
  const { notice } = visitor
  if (notice === null) return null
  return (
    <p className="review-said" role={notice.kind === 'refused' ? 'alert' : 'status'}>
      {notice.text}
    </p>
  )
}

/** A new review, or the change of one. */
export function ReviewForm({
  line,
  score,
  sent,
  id = 'review',
  ctx,
}: ReviewFormData & {
  /** Begins the ids of its fields. */
  id?: string
  ctx: Ctx
}): ReactNode {
  const idOf = (field: string): string => `${id}-${field}`
  const { review } = line
  const { t, lang, texts, visitor } = ctx
  const { posted } = visitor
  const errors = posted?.errors ?? {}
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const call = review === null ? 'review/add' : 'review/edit'
  const typed = (name: string): string | undefined => posted?.values[name]?.[0]
  const chosen = Number(typed('score') ?? score ?? review?.score ?? 0)
  const kept = review?.pictures ?? []
  const stays = posted === null ? kept.map(({ key }) => key) : (posted.values['keep'] ?? [])
  return (
    <form
      className="review-form"
      action={links.form(call)}
      method="post"
      encType="multipart/form-data"
      noValidate
    >
      <Refused idOf={idOf} ctx={ctx} />
      {review === null ? (
        <input type="hidden" name="orderLine" value={line.orderLine} />
      ) : (
        <input type="hidden" name="review" value={review.id} />
      )}
      <input type="hidden" name="line" value={line.orderLine} />
      <StarField
        id={idOf('score')}
        chosen={chosen}
        error={errors['score'] === undefined ? undefined : t('review.form.score_missing')}
        ctx={ctx}
      />
      <TextArea
        id={idOf('content')}
        name="content"
        label={t('review.form.content')}
        help={t('review.form.content_help')}
        rows={6}
        maxLength={mostContent}
        required
        defaultValue={typed('content') ?? review?.content}
        error={errors['content']}
      />
      <Field
        id={idOf('title')}
        name="title"
        label={t('review.form.head')}
        maxLength={mostTitle}
        defaultValue={typed('title') ?? review?.title ?? ''}
        error={errors['title']}
      />
      {line.hasSizes && (
        <RadioGroup
          id={idOf('fit')}
          name="fit"
          label={t('review.fit')}
          options={[
            ...fits.map((fit) => ({ value: fit as string, text: t(`review.fit.${fit}`) })),
            { value: '', text: t('review.form.fit_none') },
          ]}
          chosen={typed('fit') ?? review?.fit ?? ''}
          error={errors['fit']}
        />
      )}
      <KeptPictures pictures={kept} stays={stays} ctx={ctx} />
      <Island
        name="inquiry-pictures"
        k={idOf('pictures')}
        props={{
          id: idOf('images'),
          kept: sent,
          most: mostPictures,
          error: errors['images'] ?? null,
          texts: pickTexts(texts, inquiryPicturesTexts),
          lang,
        }}
      />
      <Field
        id={idOf('displayName')}
        name="displayName"
        label={t('review.form.name')}
        help={t('review.form.name_help')}
        maxLength={mostName}
        autoComplete="nickname"
        defaultValue={typed('displayName') ?? review?.displayName ?? line.displayName}
        error={errors['displayName']}
      />
      <p className="field-help">
        {t(
          ctx.shop.shop.reviews.moderation === 'before'
            ? 'review.form.rules_before'
            : 'review.form.rules_after',
        )}
      </p>
      <div>
        <Button type="submit">{t(review === null ? 'review.form.send' : 'review.edit.save')}</Button>
      </div>
    </form>
  )
}

/** The pictures of a review that is changed, each of which can be taken out. */
function KeptPictures({
  pictures,
  stays,
  ctx: { t },
}: {
  pictures: OwnReview['pictures']
  /** The keys of those that are ticked. */
  stays: readonly string[]
  ctx: Ctx
}): ReactNode {
  if (pictures.length === 0) return null
  return (
    <fieldset className="review-kept">
      <legend className="field-label">{t('review.form.keep')}</legend>
      {pictures.map((picture) => (
        <Checkbox
          key={picture.key}
          name="keep"
          value={picture.key}
          defaultChecked={stays.includes(picture.key)}
        >
          <Picture picture={picture} sizes="5rem" from={96} to={160} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** All that is wrong with the form that came back. */
function Refused({ idOf, ctx: { t, visitor } }: { idOf: (field: string) => string; ctx: Ctx }): ReactNode {
  const { posted } = visitor
  if (posted === null) return null
  const errors = Object.entries(posted.errors)
  if (errors.length === 0)
    return (
      <p className="form-errors" role="alert">
        {posted.text}
      </p>
    )
  return (
    <FormErrors
      title={posted.text}
      errors={errors.map(([name, text]) => ({
        id: idOf(name),
        text: name === 'score' ? t('review.form.score_missing') : text,
      }))}
    />
  )
}
