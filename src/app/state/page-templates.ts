import type { ThemePicture } from '#features/theming/queries.ts'
import type { AnyPage } from '#platform/server/pages/page.ts'
import type { TemplateChoice } from '#platform/server/pages/template.ts'
import type { SectionFiles } from '#storefront/sections/section.ts'
import { templatingOf } from '#storefront/sections/templating.ts'
import type { Templates } from '#wire/sections.ts'
import { templatePages } from '#wire/template-pages.ts'
import type { Theme } from '#wire/shop-config.ts'

export type TemplateFinder = (page: AnyPage, params: Readonly<Record<string, string>>) => TemplateChoice

/**
 * How each page is made by the theme in use: by the template of its entry, of its type, or by its View. Where a theme
 * has templates and none for a page, its `useDefTemplate` decides whether the View stands in for it.
 */
export function templateFinder(
  templates: Templates,
  { useDefTemplate }: Pick<Theme, 'useDefTemplate'>,
  { pictures, liquid }: { pictures: readonly ThemePicture[]; liquid: SectionFiles['liquid'] },
): TemplateFinder {
  const byPath = new Map(pictures.map((picture) => [picture.path, picture]))
  const files: SectionFiles = { picture: (path) => byPath.get(path) ?? null, liquid }
  const made = new Map(
    Object.entries(templates).map(([name, template]) => [name, templatingOf(name, template, files)]),
  )
  const hasOwn = made.size > 0
  return ({ name, bare = false }, params) => {
    if (bare) return { kind: 'view' }
    const slug = params['slug'] ?? params['rest'] ?? ''
    const template = made.get(`${name}.${slug}`) ?? made.get(name)
    if (template !== undefined) return { kind: 'template', template }
    const isNeeded = hasOwn && !useDefTemplate && templatePages.some((page) => page === name)
    // The page of the catch-all says by itself that it has nothing to show.
    return { kind: isNeeded && name !== 'custom' ? 'none' : 'view' }
  }
}
