import type { ReactNode } from 'react'
import { inquiryPicturesTexts } from '#features/inquiries/islands/inquiry-pictures/texts.ts'
import { findSent } from '#features/inquiries/actions/read.ts'
import { findReviewable, openReviewKey, type ReviewableLine } from '#features/reviews/actions/mine.ts'
import { fits, mostContent, mostName, mostPictures, mostTitle } from '#features/reviews/contract.ts'
import { StarField } from '#features/reviews/parts/star-field.tsx'
import { ReviewState } from '#features/reviews/parts/review-state.tsx'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded, type PageHead } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox, Field, RadioGroup, TextArea } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'

interface Data {
  line: ReviewableLine
  /** The star that was pressed in the mail. */
  score: number | null
  /** Pictures of a form that came back. */
  sent: { id: string; url: string }[]
}

/**
 * Where a buyer reviews what a line of an order bought. Opening it writes nothing: programs that look at mails follow
 * every link in them, and a star that is only followed is nobody's opinion. The star stands in the form, which one press
 * sends.
 */
export default definePage<Data>({
  name: 'review-write',
  visibility: 'private',
  query: ['key', 'score'],
  styles: ['content', 'product', 'reviews'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data>> {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const line = /^[1-9]\d{0,14}$/.test(slug) ? Number(slug) : null
    if (line === null) return { kind: 'missing', status: 404 }
    const stars = query.get('score') ?? ''
    const score = /^[1-5]$/.test(stars) ? Number(stars) : null
    const key = query.get('key')
    // The key moves into a cookie: a URL is shared, and ends up in logs.
    if (key !== null) {
      const isOpen = await openReviewKey(ctx, key)
      const to = isOpen
        ? links.review(line, score === null ? {} : { score })
        : `${links.orderLookup()}?stale=1`
      return { kind: 'redirect', to, status: 303 }
    }
    const [found, sent] = await Promise.all([
      findReviewable(ctx, line),
      findSent(ctx, ctx.visitor.posted?.values['images'] ?? []),
    ])
    // A line of somebody else's order and an unknown one look the same; for both, a link can be mailed.
    if (found === null) return { kind: 'redirect', to: `${links.orderLookup()}?unknown=1`, status: 303 }
    return { kind: 'page', data: { line: found, score, sent }, tags: [] }
  },

  meta: ({ line }, { t, shop }): PageHead => ({
    title: `${t('review.form.title', { product: line.title })} – ${shop.shop.name}`,
    description: t('review.form.content_help'),
    noindex: true,
  }),

  pageData: ({ line }) => ({ orderLine: line.orderLine }),

  View({ data, ctx }): ReactNode {
    const { line } = data
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const { review, why } = line
    return (
      <div className="review-page container">
        <header className="review-page-head">
          {line.picture && <Picture picture={{ ...line.picture, alt: '' }} sizes="6rem" from={96} to={320} />}
          <div>
            <h1>{t('review.form.title', { product: line.title })}</h1>
            {line.choice !== '' && <p className="muted">{line.choice}</p>}
            <a href={links.order(line.order)}>{t('review.to_order')}</a>
          </div>
        </header>
        <Said ctx={ctx} />
        {review !== null && <ReviewState review={review} ctx={ctx} />}
        {why !== null && review === null && (
          <p>{t(why === 'not_sold' ? 'review.not_sold' : 'review.not_arrived')}</p>
        )}
        {review === null && why === null && <ReviewForm data={data} ctx={ctx} />}
        {review !== null && review.mayEdit && why !== 'not_sold' && (
          <details className="review-more" open={ctx.visitor.posted !== null}>
            <summary>{t('review.edit')}</summary>
            <p className="muted">{t('review.edit.once')}</p>
            <ReviewForm data={data} ctx={ctx} />
          </details>
        )}
        {review !== null && !review.mayEdit && <p className="muted">{t('review.edit.over')}</p>}
        {review !== null && (
          <details className="review-more">
            <summary>{t('review.delete')}</summary>
            <form action={links.form('review/delete')} method="post">
              <input type="hidden" name="review" value={review.id} />
              <input type="hidden" name="line" value={line.orderLine} />
              <p className="muted">{t('review.delete.text')}</p>
              <Button type="submit" look="quiet">
                {t('review.delete')}
              </Button>
            </form>
          </details>
        )}
      </div>
    )
  },
})

/** The message of the last post. */
function Said({ ctx: { visitor } }: { ctx: Ctx }): ReactNode {
  const { notice } = visitor
  if (notice === null) return null
  return (
    <p className="review-said" role={notice.kind === 'refused' ? 'alert' : 'status'}>
      {notice.text}
    </p>
  )
}

/** A new review, or the change of one. */
function ReviewForm({ data, ctx }: { data: Data; ctx: Ctx }): ReactNode {
  const { line, score, sent } = data
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
    <form className="review-form" action={links.form(call)} method="post" encType="multipart/form-data">
      <Refused ctx={ctx} />
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
      {kept.length > 0 && (
        <fieldset className="review-kept">
          <legend className="field-label">{t('review.form.keep')}</legend>
          {kept.map((picture) => (
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
      )}
      <Island
        name="inquiry-pictures"
        k="review-pictures"
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

/** All that is wrong with the form that came back. */
function Refused({ ctx: { t, visitor } }: { ctx: Ctx }): ReactNode {
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

function idOf(field: string): string {
  return `review-${field}`
}
