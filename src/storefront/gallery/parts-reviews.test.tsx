import { expect, it } from 'vitest'
import InquiryPictures from '#features/inquiries/islands/inquiry-pictures/island.tsx'
import type { Database } from '#platform/server/db/db.ts'
import { renderView, type Rendering } from '#platform/server/pages/render.tsx'
import { contextOf } from '#test/page-visitor.ts'
import { reviewParts } from './parts-reviews.tsx'
import { galleryWords } from './words.ts'

const islands: Rendering['islands'] = new Map([['inquiry-pictures', InquiryPictures]])
const picture = { key: 'a'.repeat(32), width: 800, height: 600, preview: 'data:,', color: '#888888', alt: '' }

it.each(['en', 'zh', 'zh-HK'] as const)('shows every state of reviews and questions in %s', (locale) => {
  const ctx = contextOf({} as Database, { locale })
  const parts = reviewParts({
    ctx,
    words: galleryWords(locale),
    products: [],
    pictures: [picture],
    question: null,
  })
  const shown = new Map(
    parts.flatMap(({ name, states }) =>
      states.map((state) => [
        `${name}: ${state.name}`,
        renderView(<>{state.view}</>, {
          lang: ctx.lang,
          islands,
          cache: null,
          tags: new Set(),
          used: new Set(),
        }),
      ]),
    ),
  )
  const { t } = ctx
  const says = (name: string, ...texts: string[]): void => {
    for (const text of texts) expect(shown.get(name), name).toContain(text)
  }
  says('review-form: empty', t('review.form.send'))
  says('review-form: with faults', t('review.form.score_missing'), t('review.form.content_missing'))
  says('review-form: sent', t('review.form.sent'), t('review.state.pending'))
  says('question-form: empty', t('question.form.send'))
  says('question-form: with faults', t('question.form.content_missing'), t('problem.invalid_email'))
  says('question-form: sent', t('question.sent'))
  says(
    'review-list: with an answer and photos',
    t('review.reply', { shop: ctx.shop.shop.name }),
    'data-lightbox',
  )
  // They stand on one page: an id that comes twice would tie a label to the field of another state.
  const ids = [...shown.values()].flatMap((html) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(ids.length).toBeGreaterThan(20)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})
