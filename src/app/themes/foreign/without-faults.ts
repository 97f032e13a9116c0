import { byWord } from '#domain/by-word.ts'
import { mostBytesOf, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { checkTheme } from '../check-theme.ts'
import type { ThemeFault } from '../theme-fault.ts'
import { foreignMark, plainIn, type Plain } from './foreign-files.ts'
import { jsonFile } from './foreign-settings.ts'
import type { ImportReport } from './report.ts'

/* What this shop would refuse of an imported theme is taken out of it. */

interface Made {
  look: object
  /** By their files. */
  templates: ReadonlyMap<string, Plain>
  /** All other files. */
  made: Map<string, Buffer>
}

interface Parts {
  theme: Record<string, unknown>
  templates: Map<string, Plain>
  made: Map<string, Buffer>
}

/**
 * Times that the theme is checked and all that has a fault is taken out. What was taken out can be missing elsewhere: a
 * picture in its section, and that on its page. More than this is no chain but a mistake.
 */
const mostRounds = 8

/** The theme without what has a fault in this shop, each with its line. */
export function withoutFaults({ look, templates, made }: Made, report: ImportReport): ThemeFiles {
  const parts: Parts = {
    theme: byWord<unknown>({ ...look, useDefTemplate: true }),
    templates: new Map(templates),
    made,
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const files = filesOf(parts)
    const checked = checkTheme(files)
    if (checked.ok) return files
    const gone = new Set<string>()
    for (const fault of checked.problem) takeOut(fault, parts, gone, report)
    if (gone.size === 0) break
  }
  return reduced(parts, report)
}

function filesOf({ theme, templates, made }: Parts): ThemeFiles {
  return new Map([
    ['theme.json', jsonFile({ theme })],
    ...made,
    ...[...templates].map(([path, template]) => [path, jsonFile(template)] as const),
  ])
}

/** Fields alone, or not even those: what is left where the faults have no end. */
function reduced({ theme, templates, made }: Parts, report: ImportReport): ThemeFiles {
  for (const path of [...templates.keys(), ...made.keys()])
    report.left(path, '', 'the theme had faults without end, so its files are left out')
  const looks = filesOf({ theme, templates: new Map(), made: new Map() })
  if (checkTheme(looks).ok) return looks
  report.left(
    foreignMark,
    '',
    'its colours, fonts and corners have faults without end: the theme looks like violet',
  )
  return filesOf({ theme: { useDefTemplate: true }, templates: new Map(), made: new Map() })
}

/** Takes out what a fault is in, once. @param gone gets its name */
function takeOut(
  { path, file = '', reason }: ThemeFault,
  parts: Parts,
  gone: Set<string>,
  report: ImportReport,
): void {
  const { theme, templates, made } = parts
  const [, field] = /^theme\.(\w+)/.exec(path) ?? []
  const [, member] = /^frame\.(\w+)/.exec(path) ?? []
  const [, page, id] = /^templates\.([\w-]+)\.(?:sections|order)\.([\w-]+)/.exec(path) ?? []
  const name = page === undefined ? file : `templates/${page}.json`
  const template = templates.get(name)
  const once = (what: string): boolean => !gone.has(what) && gone.add(what).has(what)
  if (field !== undefined && Object.hasOwn(theme, field) && field !== 'useDefTemplate') {
    delete theme[field]
    gone.add(path)
    report.left(foreignMark, '', `theme.${field}: ${reason}`)
  } else if (member !== undefined && made.has('frame.json')) {
    if (!once(`frame.${member}`)) return
    const rest = without(JSON.parse(made.get('frame.json')!.toString()) as Plain, [member])
    made.set('frame.json', jsonFile(rest))
    report.left('frame.json', member, reason)
  } else if (template !== undefined) {
    if (once(`${name} ${id}`)) templates.set(name, withoutSections(name, template, { id, reason }, report))
    if ((templates.get(name)!['order'] as string[]).length === 0) templates.delete(name)
  } else if (made.delete(file)) {
    gone.add(file)
    report.left(file, '', reason)
  }
}

/** @param id absent: a file that is too large names none, and the largest are taken out */
function withoutSections(
  name: string,
  template: Plain,
  { id, reason }: { id: string | undefined; reason: string },
  report: ImportReport,
): Plain {
  const sections = plainIn(template, 'sections')
  const taken = id === undefined ? largestOf(sections, mostBytesOf(name) ?? 0) : [id]
  const order = (template['order'] as string[]).filter((one) => !taken.includes(one))
  const isWhole = order.length === 0 || taken.some((one) => !Object.hasOwn(sections, one))
  if (isWhole) report.left(name, '', reason)
  else for (const one of taken) report.left(name, `sections.${one}`, reason)
  return isWhole ? { sections: {}, order: [] } : { sections: without(sections, taken), order }
}

/** The largest sections, without which the others fit into so many bytes; at least one. */
function largestOf(sections: Plain, most: number): string[] {
  const sizes = Object.entries(sections)
    .map(([id, one]) => ({ id, size: jsonFile(one).byteLength }))
    .toSorted((a, b) => b.size - a.size)
  let size = sizes.reduce((sum, one) => sum + one.size, 0)
  return sizes
    .filter((one, at) => {
      const isTooMuch = at === 0 || size > most
      if (isTooMuch) size -= one.size
      return isTooMuch
    })
    .map(({ id }) => id)
}

function without(given: Plain, names: readonly string[]): Plain {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)))
}
