import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import type { PageTemplating } from '#platform/server/pages/template.ts'
import { isShopSection, type PageTemplate } from '#wire/sections.ts'
import type { AnySection, SectionFiles } from './section.ts'
import { prepareSections, sectionOf, shownOf } from './sections.tsx'
import { fileOfPage, namedIn, prepareWhole } from './whole-page.tsx'

/**
 * A template of the theme in use, for the making of its pages.
 * @param name `product` or `product.oak-stool`
 */
export function templatingOf(name: string, template: PageTemplate, files: SectionFiles): PageTemplating {
  const { layout, liquid: isWhole = false } = template
  const bars = { hideHeader: layout.hideHeader, hideFooter: layout.hideFooter }
  const head = (usual: PageHead, ctx: Ctx): PageHead => withTexts(usual, layout, ctx)
  if (isWhole)
    return {
      ...bars,
      // The page's own View stands in for it, should it have a fault.
      showsMain: true,
      head,
      prepare: (ctx, page) => prepareWhole(ctx, { name, template, files }, page),
    }
  return {
    ...bars,
    showsMain: shownOf(template).some(({ section, placed }) => section === null || !isShopSection(placed)),
    head,
    prepare: (ctx, page) => prepareSections(ctx, template, files, page),
  }
}

function withTexts(head: PageHead, { title, description }: PageTemplate['layout'], ctx: Ctx): PageHead {
  const [own, said] = [pickText(title, ctx.locale), pickText(description, ctx.locale)]
  return {
    ...head,
    ...(own === '' ? {} : { title: `${own} – ${ctx.shop.shop.name}` }),
    ...(said === '' ? {} : { description: said }),
  }
}

/**
 * Whether one of the templates needs the stylesheet of placed sections.
 * @param texts of the theme: those of pages that are written whole are among them
 */
export function placeSections(
  templates: Readonly<Record<string, PageTemplate>>,
  texts: ReadonlyMap<string, string>,
): boolean {
  const isStyled = (section: AnySection | null): boolean => section?.styles.includes('sections') === true
  return Object.entries(templates).some(([name, template]) =>
    template.liquid === true
      ? namedIn(texts.get(fileOfPage(name)) ?? '', template, texts).some(({ id, placed }) =>
          isStyled(sectionOf(id, placed)),
        )
      : shownOf(template).some(({ section }) => isStyled(section)),
  )
}
