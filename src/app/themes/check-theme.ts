import { no, ok, type Result } from '#domain/result.ts'
import { placeOf, readThemeFolder, type Look, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import type { ShopConfigDocument } from '#wire/shop-config.ts'
import { checkConfiguration } from '../configure.ts'
import { missingSections } from './liquid-faults.ts'
import type { ThemeFault } from './theme-fault.ts'

/** All that is wrong with the files of a theme, whatever the shop has. */
export function checkTheme(files: ThemeFiles): Result<ShownLook, ThemeFault[]> {
  const read = readLook(files)
  if (!read.ok) return read
  const missing = [...missingFiles(files, read.value), ...missingSections(files, read.value.templates)]
  return missing.length === 0 ? read : no(missing)
}

/** What a configuration has of a theme, with all that it leaves out. */
export type ShownLook = Pick<ShopConfigDocument, 'theme' | 'templates' | 'frame'>

/** The look that files say, whether or not all the files are there that it names. */
export function readLook(files: ThemeFiles): Result<ShownLook, ThemeFault[]> {
  const read = readThemeFolder(files)
  if (!read.ok) return no(read.problem.map((fault) => ({ ...fault, path: '' })))
  const checked = checkConfiguration(read.value)
  if (!checked.ok) return no(checked.problem.map((fault) => ({ ...fault, ...placeOf(files, fault.path) })))
  const { theme, templates, frame } = checked.value
  return ok({ theme, templates, frame })
}

/** Files that a template or the frame names and the theme does not have. */
function missingFiles(files: ThemeFiles, look: Omit<Look, 'theme'>): ThemeFault[] {
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
