import { findCoupon } from '#features/promotions/actions/browse.ts'
import type { CouponView } from '#features/promotions/contract.ts'
import { CouponCode } from '#features/promotions/parts/coupon-code.tsx'
import { OfferFacts } from '#features/promotions/parts/offer-facts.tsx'
import { formatMoment } from '#i18n/format.ts'
import { pickText } from '#i18n/pick-text.ts'
import { pickTexts } from '#i18n/t.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import type { SettingsOf } from '#wire/sections.ts'
import { countdownTexts } from '../../islands/countdown/texts.ts'
import { linkIn } from '../link.ts'
import { defineSection, type SectionProps } from '../section.ts'

/* Sections of what holds for a while. */

export const coupon = defineSection<'coupon', CouponView | null>('coupon', {
  tags: ['promotions'],
  styles: ['shop', 'promotions', 'sections'],

  async load(ctx, { slug }) {
    const found = await findCoupon(ctx, slug, 1)
    return found?.state === 'running' ? found : null
  },

  View({ data, ctx, k }) {
    if (data === null) return null
    const { name, summary, code } = data
    return (
      <section className="section-note" aria-labelledby={k}>
        <h2 id={k}>
          <a href={data.href} data-page="coupon">
            {name}
          </a>
        </h2>
        {summary !== '' && <p className="section-note-text">{summary}</p>}
        <OfferFacts offer={data} />
        <CouponCode code={code} ctx={ctx} />
      </section>
    )
  },
})

/** By the shop's clock: an open page says by itself when it is over, and one that is made later leaves it out. */
export const countdown = defineSection<'countdown', null>('countdown', {
  tags: [],
  styles: ['shop', 'sections'],
  load: async () => null,

  View({ settings, ctx, k }: SectionProps<SettingsOf<'countdown'>, null>) {
    const said = (words: Record<string, string>): string => pickText(words, ctx.locale)
    const [title, text, over] = [said(settings.title), said(settings.text), said(settings.over)]
    const until = new Date(settings.until)
    if (until <= ctx.now && over === '') return null
    const link = linkIn(ctx, settings.link)
    return (
      <section className="section-note">
        {title !== '' && <h2>{title}</h2>}
        {text !== '' && <p className="section-note-text">{text}</p>}
        <Island
          name="countdown"
          k={`${k}-countdown`}
          on="visible"
          props={{
            until: until.toISOString(),
            now: ctx.now.toISOString(),
            deadline: formatMoment(until, ctx.lang, ctx.shop.shop.delivery?.timeZone),
            over,
            texts: pickTexts(ctx.texts, countdownTexts),
            lang: ctx.lang,
          }}
        />
        {link && <ButtonLink href={link.href}>{link.text}</ButtonLink>}
      </section>
    )
  },
})
