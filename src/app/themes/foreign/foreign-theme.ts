import { byWord } from '#domain/by-word.ts'
import { readFont } from '#features/theming/faces/font.ts'
import { readSvg } from '#features/theming/rules/svg.ts'
import type { ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { checkTheme } from '../check-theme.ts'
import type { ThemeFault } from '../theme-fault.ts'
import { foreignMark, plainIn, readPlain, type ForeignFiles, type Plain } from './foreign-files.ts'
import { chosenIn, lookOf, type Chosen } from './foreign-look.ts'
import type { SectionContext } from './foreign-reader.ts'
import { jsonFile, settingsOf } from './foreign-settings.ts'
import { templatesOf } from './foreign-templates.ts'
import { languageOfTheme, textsOf } from './foreign-texts.ts'
import { assetName, pictureOf } from './foreign-values.ts'
import { openReport, type ImportLine, type ImportReport } from './report.ts'

/*
 * A theme that a merchant has for another platform, as a theme of this shop: what is data in it. Its code is not read:
 * it names objects, tags and filters of that platform. What became of each file and each setting is in the report.
 */

export interface ImportedTheme {
  /** A theme without faults. */
  files: ThemeFiles
  lines: readonly ImportLine[]
}

/** Null: the files are no such theme. */
export function importTheme(files: ForeignFiles): ImportedTheme | null {
  if (!files.has(foreignMark)) return null
  const report = openReport()
  const language = languageOfTheme(files)
  const current = currentOf(readPlain(files, foreignMark, report) ?? {}, report)
  const chosen = chosenIn(current, report)
  const { look, used } = lookOf(chosen, report)
  const context: SectionContext = { files, language, pictures: new Map() }
  const templates = templatesOf(files, current, context, report)
  const frame = frameOf(chosen, used, context, report)
  const made = new Map<string, Buffer>([
    ...(Object.keys(frame).length === 0 ? [] : [['frame.json', jsonFile(frame)] as const]),
    ...settingsOf(files, chosen, { used, language, report }),
    ...textsOf(files, report),
  ])
  addAssets(files, made, context, report)
  for (const path of files.keys()) leaveOthers(path, report)
  return { files: withoutFaults({ look, templates, made }, report), lines: report.lines }
}

/** What was chosen: by itself, or by the name of one of the presets. */
function currentOf(data: Plain, report: ImportReport): Plain {
  const { current } = data
  const presets = plainIn(data, 'presets')
  for (const name of Object.keys(presets))
    if (name !== current) report.left(foreignMark, `presets.${name}`, 'it is not what was chosen')
  return typeof current === 'string' ? plainIn(presets, current) : plainIn(data, 'current')
}

/** Logo, icon and where else the shop is found. */
function frameOf(
  chosen: readonly Chosen[],
  used: Set<string>,
  context: SectionContext,
  report: ImportReport,
): Plain {
  const frame = byWord<unknown>()
  const social: { name: string; href: string }[] = []
  for (const { at, id, value } of chosen) {
    if (value === '' || value === null) continue
    const network = /^social_([a-z0-9_]{2,30})_link$/.exec(id)?.[1]
    if (network !== undefined) {
      used.add(at)
      if (typeof value === 'string' && /^https:\/\/[^\s\\]{1,480}$/.test(value) && social.length < 12) {
        social.push({
          name: network.charAt(0).toUpperCase() + network.slice(1).replaceAll('_', ' '),
          href: value,
        })
        report.taken(foreignMark, at, 'frame.social')
      } else report.left(foreignMark, at, 'it is no https://… address, or there are twelve already')
    } else if (id === 'logo' || id === 'favicon') {
      used.add(at)
      const drawing = drawingOf(value, context.files, report)
      const picture = id === 'logo' ? pictureOf(value, context.files) : null
      const found = drawing ?? picture
      if (found === null)
        report.left(
          foreignMark,
          at,
          `${JSON.stringify(value)?.slice(0, 120)} is no file of the theme: put it into assets/ and name it in frame.json`,
        )
      else {
        context.pictures.set(found.to, found.from)
        Object.assign(frame, id === 'logo' ? { logo: { file: found.to } } : { icon: found.to })
        report.taken(foreignMark, at, id === 'logo' ? 'frame.logo' : 'frame.icon')
      }
    }
  }
  return social.length === 0 ? frame : { ...frame, social }
}

/** Null: it is none, or one that this shop does not show. */
function drawingOf(
  value: unknown,
  files: ForeignFiles,
  report: ImportReport,
): { from: string; to: string } | null {
  const name = typeof value === 'string' ? (value.split('/').at(-1) ?? '') : ''
  const [from, to] = [`assets/${name}`, assetName(name)]
  const content = files.get(from)
  if (to === null || !to.endsWith('.svg') || content === undefined) return null
  const read = readSvg(content.toString('utf8'))
  if (!('reason' in read)) return { from, to }
  report.left(from, '', read.line === null ? read.reason : `line ${read.line}: ${read.reason}`)
  return null
}

/** Pictures that something shows, and fonts; the others have a line each. */
function addAssets(
  files: ForeignFiles,
  made: Map<string, Buffer>,
  { pictures }: SectionContext,
  report: ImportReport,
): void {
  const shown = new Set(pictures.values())
  for (const [to, from] of pictures) {
    made.set(to, files.get(from)!)
    report.taken(from, '', to)
  }
  for (const [path, content] of files) {
    if (!path.startsWith('assets/') || shown.has(path)) continue
    const to = assetName(path.slice('assets/'.length))
    if (!path.endsWith('.woff2') || to === null) continue
    if (made.has(to)) report.left(path, '', `there are two files of the name ${to}`)
    else if (!isFont(content)) report.left(path, '', 'it is no WOFF2 file, or has more than 100 KB')
    else {
      made.set(to, content)
      report.changed(
        path,
        '',
        `${to} is there and not shown: give it a line in theme.faces, if its licence lets you`,
      )
    }
  }
}

function isFont(content: Buffer): boolean {
  try {
    readFont(content)
    return content.byteLength <= 100 * 1024
  } catch {
    return false
  }
}

/** Why a file is none of the new theme's; those that have a line have it already. */
function leaveOthers(path: string, report: ImportReport): void {
  if (report.lines.some(({ file }) => file === path)) return
  if (/^config\/|^locales\//.test(path)) return
  report.left(path, '', whyLeft(path))
}

function whyLeft(path: string): string {
  if (path.endsWith('.liquid')) return 'it is code for another platform: write it anew, docs/templates.md'
  if (/^sections\/.*\.json$/.test(path)) return 'what stands around every page is frame.json here'
  if (/\.(css|scss|js|ts|map)(\.liquid)?$/.test(path))
    return 'it is code for another platform: styles.css has the looks of sections of your own'
  if (path.startsWith('assets/')) return 'nothing that was taken shows it'
  return 'a theme has no such file here'
}

interface Made {
  look: object
  templates: ReadonlyMap<string, Plain>
  made: Map<string, Buffer>
}

/** Times that what has a fault is taken out: each takes out at least one thing. */
const mostRounds = 200

/** The theme without what has a fault in this shop, each with its line. */
function withoutFaults({ look, templates, made }: Made, report: ImportReport): ThemeFiles {
  const theme = byWord<unknown>({ ...look, useDefTemplate: true })
  const parts = new Map(templates)
  for (let round = 0; round < mostRounds; round += 1) {
    const files = new Map([
      ['theme.json', jsonFile({ theme })],
      ...made,
      ...[...parts].map(([path, template]) => [path, jsonFile(template)] as const),
    ])
    const checked = checkTheme(files)
    if (checked.ok) return files
    const fault = checked.problem[0]!
    if (!takeOut(fault, { theme, parts, made }, report))
      throw new Error(`a theme that was imported has a fault: ${JSON.stringify(fault)}`)
  }
  throw new Error('a theme that was imported has too many faults')
}

/** Whether there was something to take out. */
function takeOut(
  { path, file = '', reason }: ThemeFault,
  {
    theme,
    parts,
    made,
  }: { theme: Record<string, unknown>; parts: Map<string, Plain>; made: Map<string, Buffer> },
  report: ImportReport,
): boolean {
  const field = /^theme\.(\w+)/.exec(path)?.[1]
  if (field !== undefined && Object.hasOwn(theme, field) && field !== 'useDefTemplate') {
    delete theme[field]
    report.left(foreignMark, '', `theme.${field}: ${reason}`)
    return true
  }
  const [, page, named] = /^templates\.([\w-]+)\.(?:sections|order)\.([\w-]+)/.exec(path) ?? []
  const name = page === undefined ? file : `templates/${page}.json`
  const template = parts.get(name)
  if (template !== undefined) {
    const sections = plainIn(template, 'sections')
    // A file that is too large names no section.
    const id = page === undefined ? largestOf(sections) : named
    const order = (template['order'] as string[]).filter((one) => one !== id)
    const isWhole = id === undefined || !Object.hasOwn(sections, id) || order.length === 0
    report.left(name, isWhole ? '' : `sections.${id}`, reason)
    if (isWhole) parts.delete(name)
    else {
      const rest = Object.fromEntries(Object.entries(sections).filter(([one]) => one !== id))
      parts.set(name, { sections: rest, order })
    }
    return true
  }
  if (!made.has(file)) return false
  made.delete(file)
  report.left(file, '', reason)
  return true
}

function largestOf(sections: Plain): string | undefined {
  const sizes = Object.entries(sections).map(([id, one]) => ({ id, size: JSON.stringify(one).length }))
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.id
}
