import { fileOfPage, namedIn } from '#storefront/sections/whole-page.tsx'
import { fileOfSection } from '#storefront/sections/own.tsx'
import { isShopSection, type OwnBlock, type OwnSection, type PageTemplate } from '#wire/sections.ts'

/* Where the files of a theme are shown: on which pages, and with which settings. */

/** A file in Liquid as a page shows it. */
export interface Placement {
  /** `sections/hero.liquid`, `templates/product.liquid` */
  entry: string
  /** The page's type: `product`. */
  page: string
  /** Null for a whole page. */
  section: { id: string; placed: OwnSection } | null
}

type Texts = ReadonlyMap<string, string>

export function placementsIn(templates: Readonly<Record<string, PageTemplate>>, texts: Texts): Placement[] {
  return Object.entries(templates).flatMap(([name, template]) => {
    const page = name.split('.')[0]!
    const isWhole = template.liquid === true
    const sections = isWhole
      ? namedIn(texts.get(fileOfPage(name)) ?? '', template, texts)
      : template.order.flatMap((id) => {
          const placed = template.sections[id]
          return placed === undefined ? [] : [{ id, placed }]
        })
    return [
      ...(isWhole ? [{ entry: fileOfPage(name), page, section: null }] : []),
      ...sections.flatMap(({ id, placed }) =>
        isShopSection(placed) || placed.disabled
          ? []
          : [{ entry: fileOfSection(placed), page, section: { id, placed } }],
      ),
    ]
  })
}

/** The pages on which each file is shown; one that no template places is absent. */
export function pagesOf(placements: readonly Placement[]): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>()
  const add = (file: string, page: string): void => {
    const known = pages.get(file)
    if (known === undefined) pages.set(file, new Set([page]))
    else known.add(page)
  }
  for (const { entry, page, section } of placements) {
    add(entry, page)
    if (section !== null) for (const type of blockTypes(section.placed)) add(`blocks/${type}.liquid`, page)
  }
  return pages
}

function blockTypes({ blocks }: Pick<OwnBlock, 'blocks'>): string[] {
  return Object.values(blocks).flatMap((block) => [block.type, ...blockTypes(block)])
}
