import { no, ok, type Result } from '#domain/result.ts'
import { faceFaults } from '#features/theming/rules/face-faults.ts'
import { placeOf, readThemeFolder, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import { checkConfiguration } from '../configure.ts'
import { missingSections } from './liquid-faults.ts'
import { withSchemas } from './own-schemas.ts'
import type { ThemeFault } from './theme-fault.ts'

/** All that is wrong with the files of a theme, whatever the shop has. */
export function checkTheme(files: ThemeFiles): Result<ShownLook, ThemeFault[]> {
  const other = whyNoTheme(files)
  if (other !== null) return no([{ path: '', file: '', line: null, reason: other }])
  const read = readLook(files)
  if (!read.ok) return read
  const { theme, templates } = read.value
  const faults = [
    ...missingFiles(files, read.value),
    ...faceFaults(theme.faces ?? [], files).map((fault) => ({ ...fault, ...placeOf(files, fault.path) })),
    ...missingSections(files, templates),
  ]
  return faults.length === 0 ? read : no(faults)
}

/** Why the files are no theme of this shop, where one sentence says more than a fault of each file. */
function whyNoTheme(files: ThemeFiles): string | null {
  const paths = [...files.keys()]
  if (files.has('theme.json')) return null
  const inside = paths.find((path) => /^[^/]+\/theme\.json$/.test(path))
  if (inside !== undefined)
    return `it has no theme.json, and ${inside} is one: name the folder ${inside.slice(0, inside.indexOf('/'))} in it`
  return paths.some((path) => ofOtherPlatforms.test(path))
    ? 'it is a theme for another platform: violet theme import <this theme> <new folder> begins one with its colours, texts and sections'
    : null
}

const ofOtherPlatforms = /(^|\/)(layout\/theme\.liquid|config\/settings_(data|schema)\.json)$/

/** A theme's part of the configuration, with the defaults of all fields that it leaves out. */
export type ShownLook = Pick<ShopConfigDocument, 'theme' | 'templates' | 'frame'>

/**
 * The look that files say, with the defaults of the sections' schemas, whether or not all the files are there that it
 * names.
 */
export function readLook(files: ThemeFiles): Result<ShownLook, ThemeFault[]> {
  const read = readThemeFolder(files)
  if (!read.ok) return no(read.problem.map((fault) => ({ ...fault, path: '' })))
  const checked = checkConfiguration(read.value)
  if (!checked.ok) return no(checked.problem.map((fault) => ({ ...fault, ...placeOf(files, fault.path) })))
  const { theme, templates, frame } = checked.value
  const filled = withSchemas(files, templates)
  return filled.ok ? ok({ theme, templates: filled.value, frame }) : filled
}

/** Files that a face, a template or the frame names and the theme does not have. */
function missingFiles(files: ThemeFiles, look: ShownLook): ThemeFault[] {
  const walk = (path: string, value: unknown): ThemeFault[] => {
    if (typeof value === 'string')
      return value.startsWith('assets/') && !files.has(value)
        ? [{ path, reason: `there is no file ${value} in the theme`, ...placeOf(files, path) }]
        : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      walk(path === '' ? name : `${path}.${name}`, inner),
    )
  }
  return walk('', look)
}
