import { byWord } from '#domain/by-word.ts'
import { isLiquidText, placeOf, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { openLiquid } from '#platform/server/liquid/open-liquid.ts'
import { themeTexts } from '#storefront/liquid/load-liquid.ts'
import { knownObjects, objectsOn } from '#storefront/liquid/page-objects.ts'
import { placedNames } from '#wire/placed-names.ts'
import { isShopSection, pageTemplate, sectionTypes, type OwnBlock } from '#wire/sections.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import type { ThemeFault } from './theme-fault.ts'

/** Sections that neither the shop nor the theme has, and blocks that the theme does not have. */
export function missingSections(files: ThemeFiles, templates: ShopConfigDocument['templates']): ThemeFault[] {
  const lacking = (path: string, type: string, folder: 'sections' | 'blocks'): ThemeFault[] => {
    if (files.has(`${folder}/${type}.liquid`)) return []
    const known = folder === 'sections' ? `there are ${sectionTypes.join(', ')}` : 'a block is a file'
    const reason = `there is no ${type}; ${known}, or write ${folder}/${type}.liquid`
    return [{ path: `${path}.type`, reason, ...placeOf(files, `${path}.type`) }]
  }
  const blocksIn = (path: string, { blocks }: Pick<OwnBlock, 'blocks'>): ThemeFault[] =>
    Object.entries(blocks).flatMap(([id, block]) => [
      ...lacking(`${path}.blocks.${id}`, block.type, 'blocks'),
      ...blocksIn(`${path}.blocks.${id}`, block),
    ])
  return Object.entries(templates).flatMap(([name, { sections }]) =>
    Object.entries(sections).flatMap(([id, section]) => {
      const path = `templates.${name}.sections.${id}`
      return isShopSection(section)
        ? []
        : [...lacking(path, section.type, 'sections'), ...blocksIn(path, section)]
    }),
  )
}

/** By the file of a section: the objects of the pages whose templates show it. One that none shows may name all. */
function objectsOfSections(files: ThemeFiles): Record<string, string[]> {
  const pages = new Map<string, Set<string>>()
  for (const [path, content] of files) {
    const [, page] = /^templates\/([a-z-]+)(?:\..*)?\.json$/.exec(path) ?? []
    if (page === undefined) continue
    const template = pageTemplate.safeParse(JSON.parse(content.toString('utf8').replace(/^\uFEFF/, '')))
    for (const { type } of template.success ? Object.values(template.data.sections) : []) {
      const file = `sections/${type}.liquid`
      pages.set(file, (pages.get(file) ?? new Set()).add(page))
    }
  }
  return byWord(Object.fromEntries([...pages].map(([file, names]) => [file, objectsOn(names)])))
}

/** What is wrong with the templates in Liquid themselves: syntax, names, and what no page would show. */
export async function checkLiquid(files: ThemeFiles): Promise<ThemeFault[]> {
  const texts = new Map(
    [...files].filter(([path]) => isLiquidText(path)).map(([path, text]) => [path, text.toString('utf8')]),
  )
  if (![...texts.keys()].some((path) => path.endsWith('.liquid'))) return []
  const engine = openLiquid({ log: { error: () => {}, warn: () => {} } })
  try {
    const known = { objects: knownObjects, objectsOf: objectsOfSections(files), islands: placedNames }
    const faults = await engine.check(themeTexts(texts), known)
    return faults.map(({ file, line, message }) => ({ path: '', file, line, reason: message }))
  } finally {
    await engine.close()
  }
}
