import { cardPreload, ProductCard as Card } from '#features/catalog/parts/product-card.tsx'
import { pickText } from '#i18n/pick-text.ts'
import { pickTexts } from '#i18n/t.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { SlideStrip } from '#ui/slide-strip.tsx'
import type { SettingsOf } from '#wire/sections.ts'
import { slidesTexts } from '../../islands/slides/texts.ts'
import { goodsFor, type Goods } from '../goods.ts'
import { defineSection, type SectionProps } from '../section.ts'

export const productSlides = defineSection<'product-slides', Goods>('product-slides', {
  tags: ['catalog', 'list', 'promotions'],
  styles: ['shop', 'home', 'sections'],
  load: goodsFor,

  preload: ({ cards }) => cardPreload(cards[0], 'cell'),

  View({
    data: { cards, ...goods },
    settings,
    urgency,
    ctx,
    k,
  }: SectionProps<SettingsOf<'product-slides'>, Goods>) {
    if (cards.length === 0) return null
    const { t, texts, lang } = ctx
    const own = pickText(settings.title, ctx.locale)
    const title = own === '' ? goods.title : own
    return (
      <section className="section-slides">
        <h2 className="section-title">
          <a href={goods.href} data-page={goods.page}>
            {title}
          </a>
        </h2>
        <Island
          name="slides"
          k={`${k}-slides`}
          on={settings.every > 0 ? 'visible' : 'interact'}
          props={{
            label: title,
            count: cards.length,
            every: settings.every,
            texts: pickTexts(texts, slidesTexts),
            lang,
          }}
        >
          <SlideStrip label={title} nameOf={(n, count) => t('slides.slide', { n, count })}>
            {cards.map((card, index) => (
              <Card key={card.id} card={card} ctx={ctx} urgency={index === 0 ? urgency : 'lazy'} />
            ))}
          </SlideStrip>
        </Island>
      </section>
    )
  },
})
