import { own } from '#domain/by-word.ts'
import { meantWord } from '#domain/edit-distance.ts'
import { placeOf, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { isLocale, locales } from '#i18n/locales.ts'
import { isShopSection, type OwnBlock, type Templates } from '#wire/sections.ts'
import type { ThemeFault } from './theme-fault.ts'

/** Hints: what stands in a theme and cannot be seen on any page, because it goes by a name that there is not. */
export function neverShown(files: ThemeFiles, templates: Templates): ThemeFault[] {
  return [...unknownBlocks(files, templates), ...unknownLanguages(files)]
}

function unknownBlocks(files: ThemeFiles, templates: Templates): ThemeFault[] {
  const within = (path: string, { blocks, block_order: order }: OwnBlock): ThemeFault[] => [
    ...order.flatMap((id, index) => {
      if (own(blocks, id) !== undefined) return []
      const at = `${path}.block_order.${index}`
      const known = Object.keys(blocks)
      const has = known.length === 0 ? 'has none' : `has ${known.join(', ')}`
      const reason = `there is no block ${id}${meantWord(id, known)}; "blocks" ${has}: nothing is shown for it`
      return [{ path: at, reason, ...placeOf(files, at) }]
    }),
    ...Object.entries(blocks).flatMap(([id, block]) => within(`${path}.blocks.${id}`, block)),
  ]
  return Object.entries(templates).flatMap(([name, { sections }]) =>
    Object.entries(sections).flatMap(([id, section]) =>
      isShopSection(section) ? [] : within(`templates.${name}.sections.${id}`, section),
    ),
  )
}

function unknownLanguages(files: ThemeFiles): ThemeFault[] {
  return [...files.keys()].flatMap((file) => {
    const language = /^locales\/(.*)\.json$/.exec(file)?.[1]
    if (language === undefined || isLocale(language)) return []
    const reason = `${language} is no language that a shop can have${meantWord(language, locales)}: nobody sees these texts; there are ${locales.join(', ')}`
    return [{ path: '', file, line: 1, reason }]
  })
}
