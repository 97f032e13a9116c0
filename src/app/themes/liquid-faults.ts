import { meantWord } from '#domain/edit-distance.ts'
import { isLiquidText, placeOf, settingsIn, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { openLiquid, type Liquid } from '#platform/server/liquid/open-liquid.ts'
import { anything, mergedAll, type Shape, type Shapes } from '#platform/server/liquid/shape.ts'
import type { KnownNames, LiquidFault } from '#platform/server/liquid/work.ts'
import { objectsOf, ofAllPages, pagesWithObjects } from '#storefront/liquid/catalogue.ts'
import { themeTexts } from '#storefront/liquid/load-liquid.ts'
import { placedNames } from '#wire/placed-names.ts'
import { isShopSection, sectionTypes, sectionWithoutSettings, type OwnBlock } from '#wire/sections.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import { schemasOf } from './own-schemas.ts'
import { placedShapes } from './placed-shapes.ts'
import type { ThemeFault } from './theme-fault.ts'
import { translationFaults } from './translations.ts'
import { tryTemplates } from './trial.ts'
import { pagesOf, placementsIn } from './usage.ts'

/** Sections that neither the shop nor the theme has, and blocks that the theme does not have. */
export function missingSections(files: ThemeFiles, templates: ShopConfigDocument['templates']): ThemeFault[] {
  const lacking = (path: string, type: string, folder: 'sections' | 'blocks'): ThemeFault[] => {
    if (files.has(`${folder}/${type}.liquid`)) return []
    const own = [...files.keys()].flatMap(
      (file) => new RegExp(`^${folder}/(.*)\\.liquid$`).exec(file)?.[1] ?? [],
    )
    const known = folder === 'sections' ? [...own, ...sectionTypes] : own
    const has = known.length === 0 ? 'the theme has none' : `there are ${known.join(', ')}`
    const what = folder === 'sections' ? 'section' : 'block'
    const reason = `there is no ${what} ${type}${meantWord(type, known)}; ${has}, or write ${folder}/${type}.liquid`
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

export interface CheckedLiquid {
  /** Faults for which a theme is not stored. */
  faults: ThemeFault[]
  /** Hints: the theme is stored and shown all the same. */
  hints: ThemeFault[]
}

/**
 * What is wrong with the templates in Liquid and their words: what can be read in them, and what comes of them on the
 * pages that place them.
 * @param open the engine that checks them; absent: one that is opened for this call
 */
export async function checkLiquid(
  files: ThemeFiles,
  templates: ShopConfigDocument['templates'],
  open?: Pick<Liquid, 'check' | 'tryOut'>,
): Promise<CheckedLiquid> {
  const texts = new Map(
    [...files]
      .filter(([path]) => isLiquidText(path) || path.startsWith('settings_'))
      .map(([path, text]) => [path, text.toString('utf8')]),
  )
  const heavy = heavyDrawings(files)
  if (![...texts.keys()].some((path) => path.endsWith('.liquid'))) return { faults: [], hints: heavy }
  const own = open === undefined ? openLiquid(quietly) : null
  const engine = open ?? own!
  try {
    const placements = placementsIn(templates, texts)
    const theme = themeTexts(texts)
    const found = await engine.check(theme, knownFor(files, texts, pagesOf(placements)))
    // What cannot be read need not be rendered.
    const tried = found.some(({ isHint }) => isHint !== true)
      ? []
      : [...translationFaults(texts), ...(await tryTemplates(engine, theme, placements))]
    const all = [...found, ...tried]
    return {
      faults: all.filter(({ isHint }) => isHint !== true).map(asThemeFault),
      hints: [...all.filter(({ isHint }) => isHint === true).map(asThemeFault), ...heavy],
    }
  } finally {
    await own?.close()
  }
}

function asThemeFault({ file, line, message }: LiquidFault): ThemeFault {
  return { path: '', file, line, reason: message }
}

/**
 * The names that a file may use: the objects of the pages on which it is shown, or of all pages where no template
 * places it.
 */
function knownFor(
  files: ThemeFiles,
  texts: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, ReadonlySet<string>>,
): (file: string) => KnownNames {
  const read = settingsIn((file) => texts.get(file))
  const ids = Object.keys(read.ok ? read.value : {})
  const settings: Shape = {
    kind: 'object',
    members: Object.fromEntries(ids.map((id) => [id, anything])),
    whereToAdd: 'settings_schema.json',
  }
  const schemas = schemasOf(files)
  return (file) => {
    const shown = [...(pages.get(file) ?? pagesWithObjects)]
    const placed = file.startsWith('templates/') ? {} : placedShapes(schemas, file)
    const objects = mergedAll([ofAllPages, { settings }, placed, ...shown.map(objectsOf)])
    return { ...ofShop, objects, elsewhere: elsewhere(objects) }
  }
}

const ofShop = {
  islands: placedNames,
  sections: sectionTypes.filter((type) => sectionWithoutSettings(type) !== null),
  sectionsToSet: sectionTypes.filter((type) => type !== 'main' && sectionWithoutSettings(type) === null),
}

/** The objects that only other pages have, with those pages. */
function elsewhere(objects: Shapes): Record<string, string[]> {
  const found: Record<string, string[]> = Object.create(null)
  for (const page of pagesWithObjects)
    for (const name of Object.keys(objectsOf(page)))
      if (!Object.hasOwn(objects, name)) (found[name] ??= []).push(page)
  return found
}

/** Bytes. A logo is on every page, before anything else of it. */
const heavyDrawing = 64 * 1024

function heavyDrawings(files: ThemeFiles): ThemeFault[] {
  return [...files].flatMap(([file, { byteLength }]) =>
    file.endsWith('.svg') && byteLength > heavyDrawing
      ? [
          {
            path: '',
            file,
            line: 1,
            reason: `it has ${Math.ceil(byteLength / 1024)} KB: a drawing of at most 64 KB is shown soon`,
          },
        ]
      : [],
  )
}

/** Faults are returned to the caller and not logged. */
export const quietly = { log: { error: () => {}, warn: () => {} } }
