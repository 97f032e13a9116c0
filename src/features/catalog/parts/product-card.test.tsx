import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { LowData, Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Swatch } from '#ui/forms/swatch.tsx'
import { shopConfig } from '#wire/shop-config.ts'
import type { ProductCard as Card } from '../contract.ts'
import { cardSizes, ProductCard } from './product-card.tsx'

const settings = shopConfig.parse({})
const ctx = {
  shop: { ...settings, theme: { ...defaultTheme, showCart: true, showFavorite: true, showSlideImage: true } },
  t: translator(dictionaries('en'), 'en'),
  langPath: '',
} as unknown as Ctx

const picture = {
  key: '00000000000000aa',
  width: 1600,
  height: 1200,
  preview: 'data:image/webp;base64,AA',
  color: '#aabbcc',
  alt: 'A "mug" & a <cup>',
}
const plain: Card = {
  id: 7,
  slug: 'mug',
  href: '/product/mug?a=1&b=2',
  title: `<b>Mug</b> & "1" o'clock`,
  brand: null,
  price: { amount: 1_000, currency: 'USD', text: '$10.00', line: null, off: null },
  priceFrom: false,
  inStock: true,
  isNew: false,
  hasOffer: false,
  rating: null,
  picture,
  secondPicture: null,
  swatches: [],
  onlySku: 'MUG-"1"',
} as Card
const reduced = { ...plain.price, line: '$20.00', off: '−50%' }
const colours = (count: number): Card['swatches'] =>
  Array.from({ length: count }, (_, n) => ({ name: `Colour ${n}`, color: `#00000${n}` }))

const rendering = (lowData = false) => ({
  lang: 'en',
  islands: new Map(),
  cache: null,
  tags: new Set<string>(),
  used: new Set<string>(),
  lowData,
})

/** As a page shows it. */
const shown = (
  card: Partial<Card>,
  more: { urgency?: 'high' | 'eager'; size?: 'large'; hasHeart?: boolean; lowData?: boolean } = {},
): string => {
  const { lowData = false, ...props } = more
  return renderView(<ProductCard card={{ ...plain, ...card }} ctx={ctx} {...props} />, rendering(lowData))
}

/** As React writes it, in the same spelling of what may be spelt in two ways. */
const byReact = (element: ReactNode): string =>
  renderToStaticMarkup(element)
    .replaceAll('&#x27;', '&#39;')
    .replaceAll('srcSet=', 'srcset=')
    .replaceAll('fetchPriority=', 'fetchpriority=')
    .replace(/(<img[^>]*?)( fetchpriority="(?:high|low)")([^>]*?)\/>/, '$1$3$2/>')

describe('a card', () => {
  it('has the picture, the price, the badge, the colours and the link as their parts write them', () => {
    const { t } = ctx
    expect(shown({})).toContain(byReact(<Picture picture={picture} sizes={cardSizes} to={800} />))
    for (const urgency of ['high', 'eager'] as const)
      expect(shown({}, { urgency })).toContain(
        byReact(<Picture picture={picture} sizes={cardSizes} to={800} urgency={urgency} />),
      )
    expect(shown({}, { lowData: true })).toContain(
      byReact(
        <LowData value>
          <Picture picture={picture} sizes={cardSizes} to={800} />
        </LowData>,
      ),
    )
    const bare = { ...picture, preview: '' }
    expect(shown({ picture: bare })).toContain(byReact(<Picture picture={bare} sizes={cardSizes} to={800} />))
    expect(shown({}, { size: 'large' })).toContain('1440w')
    expect(shown({})).toContain(byReact(<Price price={plain.price} was={t('catalog.was')} />))
    expect(shown({ price: reduced })).toContain(byReact(<Price price={reduced} was={t('catalog.was')} />))
    expect(shown({ priceFrom: true })).toContain(
      byReact(
        <Price price={plain.price} was={t('catalog.was')} from={t('catalog.from', { price: '$10.00' })} />,
      ),
    )
    expect(shown({ inStock: false })).toContain(byReact(<Badge kind="faint">{t('catalog.sold_out')}</Badge>))
    expect(shown({ price: reduced })).toContain(byReact(<Badge kind="sale">−50%</Badge>))
    const offered = { hasOffer: true, isNew: true }
    expect(shown(offered)).toContain(byReact(<Badge kind="sale">{t('catalog.offer')}</Badge>))
    expect(shown({ ...offered, price: reduced })).toContain(byReact(<Badge kind="sale">−50%</Badge>))
    expect(shown({ isNew: true })).toContain(byReact(<Badge>{t('catalog.new')}</Badge>))
    expect(shown({ swatches: colours(2) })).toContain(
      byReact(
        <>
          <Swatch color="#000000" />
          <Swatch color="#000001" />
        </>,
      ),
    )
    const scales = byReact(<Icon name="scales" size={18} />)
    expect(shown({ title: 'Mug' })).toContain(
      `<a class="compare-link" href="/compare?p=mug" rel="nofollow" aria-label="Compare Mug" data-compare="mug" data-no-prefetch="">${scales}</a>`,
    )
  })

  it('shows nothing of a text as HTML', () => {
    const html = shown({})
    expect(html).not.toContain('<b>')
    expect(html).toContain(
      '<h3 class="product-card-title">&lt;b&gt;Mug&lt;/b&gt; &amp; &quot;1&quot; o&#39;clock</h3>',
    )
    expect(html).toContain('href="/product/mug?a=1&amp;b=2"')
    expect(html).toContain('value="MUG-&quot;1&quot;"')
  })

  it('adds what is the only one to choose, and leads to the choice of others', () => {
    const plus = byReact(<Icon name="plus" />)
    expect(shown({})).toMatch(/<button class="product-card-add" type="submit" form="quick-add" name="sku"/)
    expect(shown({})).toContain(`${plus}</button>`)
    expect(shown({ onlySku: null })).toContain(`data-choose="" data-no-prefetch="">${plus}</a>`)
    expect(shown({ inStock: false })).not.toContain('product-card-add')
  })

  it('has a heart that the one form of the frame sends, unless its place has a way out of the favourites', () => {
    expect(shown({})).toContain(
      `<button class="heart" type="submit" form="favorite" name="id" value="mug" aria-label="Favourite: &lt;b&gt;Mug&lt;/b&gt; &amp; &quot;1&quot; o&#39;clock">${byReact(<Icon name="heart" size={18} />)}</button>`,
    )
    expect(shown({}, { hasHeart: false })).not.toContain('heart')
  })

  it('says how many colours there are, and shows five', () => {
    expect(shown({ swatches: colours(1) })).not.toContain('product-card-swatches')
    const html = shown({ swatches: colours(7) })
    expect(html.split('class="swatch"')).toHaveLength(6)
    expect(html).toContain('<span class="product-card-more" aria-hidden="true">+2</span>')
  })

  it('has no space that is not in a text', () => {
    const html = shown({ price: reduced, swatches: colours(7) }, { urgency: 'high' })
    expect(html).not.toMatch(/\n| {2}|> +<(?!s )/)
    expect(html).not.toMatch(/"[a-z/-]+=/)
  })
})
