import { organization, webSite } from '#features/catalog/parts/structured.ts'
import { pickText } from '#i18n/pick-text.ts'
import { definePage, type PageHead } from '#platform/server/pages/page.ts'
import type { PreparedTemplate } from '#platform/server/pages/template.ts'
import { ogPicture, plainText } from '#platform/server/pages/structured.ts'
import { collectionsOf, heroPicture, introOf } from '#storefront/sections/hero.tsx'
import { prepareSections } from '#storefront/sections/sections.tsx'
import { pageTemplate } from '#wire/sections.ts'
import type { PictureView } from '#wire/picture-view.ts'
import template from '../../../themes/violet/templates/home.json' with { type: 'json' }

interface HomeData {
  picture: PictureView | null
  /** Null where the theme's own template is shown in their place. */
  sections: PreparedTemplate | null
}

/** The home page of a theme that has no template for it. */
const usual = pageTemplate.parse(template)

export default definePage<HomeData>({
  name: 'home',
  visibility: 'public',
  query: [],
  styles: ['shop', 'home'],

  async load(ctx) {
    const [sections, intro, collections] = await Promise.all([
      prepareSections(ctx, usual),
      introOf(ctx),
      collectionsOf(ctx),
    ])
    return {
      kind: 'page',
      data: { picture: heroPicture(intro, collections[0]), sections },
      tags: sections.tags,
    }
  },

  async loadHead(ctx) {
    const [intro, collections] = await Promise.all([introOf(ctx), collectionsOf(ctx)])
    return {
      kind: 'page',
      data: { picture: heroPicture(intro, collections[0]), sections: null },
      tags: ['catalog', 'list', 'content'],
    }
  },

  meta({ picture, sections }, ctx): PageHead {
    const { name, tagline, description } = ctx.shop.shop
    const said = pickText(tagline, ctx.locale)
    return {
      title: said === '' ? name : `${name} – ${said}`,
      description: plainText(pickText(description, ctx.locale)) || said || name,
      tags: ogPicture(ctx, picture),
      structured: [organization(ctx), webSite(ctx)],
      ...(sections?.preload ? { preload: sections.preload } : {}),
    }
  },

  pageData: () => null,
  View: ({ data }) => data.sections?.view(null) ?? null,
})
