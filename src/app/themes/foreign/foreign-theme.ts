import { own } from '#domain/by-word.ts'
import { readFont } from '#features/theming/faces/font.ts'
import { mostThemeBytes, mostThemeFiles, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { counted, shown } from '#wire/shown-text.ts'
import { foreignMark, isPlain, plainIn, readPlain, type ForeignFiles, type Plain } from './foreign-files.ts'
import { frameOf, isGroup } from './foreign-frame.ts'
import { chosenIn, lookOf } from './foreign-look.ts'
import type { SectionContext } from './foreign-reader.ts'
import { jsonFile, settingsOf } from './foreign-settings.ts'
import { templatesOf } from './foreign-templates.ts'
import { textsOf } from './foreign-texts.ts'
import { asShown, assetName } from './foreign-values.ts'
import { keyReader, languageOfTheme, wordFiles } from './foreign-words.ts'
import { withoutFaults } from './without-faults.ts'
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
  const data = readPlain(files, foreignMark, report)
  const current = data === null ? {} : currentOf(data, report)
  const chosen = chosenIn(current, report)
  const { look, used } = lookOf(chosen, report)
  const words = wordFiles(files, report)
  const readKey = keyReader(words)
  const context: SectionContext = { files, language, readKey, pictures: new Map() }
  const templates = templatesOf(files, current, context, report)
  const frame = frameOf({ files, chosen, current }, used, context, report)
  const made = new Map<string, Buffer>([
    ...(Object.keys(frame).length === 0 ? [] : [['frame.json', jsonFile(frame)] as const]),
    ...settingsOf(files, chosen, { used, language, words, readKey, report }),
    ...textsOf(words, report),
  ])
  addAssets(files, made, context, report)
  leaveOthers(files, report)
  return { files: withoutFaults({ look, templates, made }, report), lines: report.lines }
}

/** What was chosen: by itself, or by the name of one of the presets. */
function currentOf(data: Plain, report: ImportReport): Plain {
  const { current } = data
  if (isPlain(current)) {
    leavePresets(data, null, report)
    return current
  }
  const presets = plainIn(data, 'presets')
  const names = Object.keys(presets)
  const isThere = typeof current === 'string' && isPlain(own(presets, current))
  const [first = null] = [...names.filter((name) => name === 'Default'), ...names].filter((name) =>
    isPlain(presets[name]),
  )
  const taken = isThere ? current : first
  if (!isThere) {
    const reason = `${current === undefined ? 'it is not there' : `there is no preset ${asShown(current)}`}`
    const there = names.slice(0, 20).map((name) => shown(name))
    if (taken === null)
      report.left(foreignMark, 'current', `${reason}, and no other: the theme looks like violet`)
    else
      report.changed(
        foreignMark,
        'current',
        `${reason}, so ${shown(taken)} is taken; the presets are ${there.join(', ')}`,
      )
  }
  leavePresets(data, taken, report)
  return taken === null ? {} : plainIn(presets, taken)
}

function leavePresets(data: Plain, taken: string | null, report: ImportReport): void {
  for (const name of Object.keys(plainIn(data, 'presets')))
    if (name !== taken) report.left(foreignMark, `presets.${name}`, 'it is not what was chosen')
}

/** Pictures that something shows, and fonts; the others have a line each. */
function addAssets(
  files: ForeignFiles,
  made: Map<string, Buffer>,
  { pictures }: SectionContext,
  report: ImportReport,
): void {
  const inUse = new Set(pictures.values())
  // What is made of the other files is a page each, and the file of the theme.
  const room = { files: mostThemeFiles - 50, bytes: mostThemeBytes - 20 * 1024 * 1024 }
  for (const [to, from] of pictures) {
    if (add(to, from, files.get(from)!)) report.taken(from, '', to)
  }
  for (const [path, content] of files) {
    if (!path.startsWith('assets/') || inUse.has(path)) continue
    const to = assetName(path.slice('assets/'.length))
    if (!path.endsWith('.woff2') || to === null) continue
    if (made.has(to)) report.left(path, '', `there are two files of the name ${to}`)
    else if (content.byteLength > 100 * 1024) report.left(path, '', 'a font has at most 100 KB')
    else if (!isFont(content)) report.left(path, '', 'it is no WOFF2 file, or a damaged one')
    else if (add(to, path, content))
      report.changed(
        path,
        '',
        `${to} is there and not shown: give it a line in theme.faces, if its licence lets you`,
      )
  }

  function add(to: string, from: string, content: Buffer): boolean {
    const hasRoom = room.files > 0 && room.bytes >= content.byteLength
    if (hasRoom) {
      made.set(to, content)
      room.files -= 1
      room.bytes -= content.byteLength
    } else
      report.left(
        from,
        '',
        `a theme has at most ${counted(mostThemeFiles, 'file')} and ${mostThemeBytes / 1024 / 1024} MB`,
      )
    return hasRoom
  }
}

function isFont(content: Buffer): boolean {
  try {
    readFont(content)
    return true
  } catch {
    return false
  }
}

/** Why a file is none of the new theme's; those that have a line have it already. */
function leaveOthers(files: ForeignFiles, report: ImportReport): void {
  const told = new Set(report.lines.map(({ file }) => file))
  for (const path of files.keys()) if (!told.has(path)) report.left(path, '', whyLeft(path))
}

function whyLeft(path: string): string {
  if (path.endsWith('.liquid')) return 'it is code for another platform: write it anew, docs/templates.md'
  if (isGroup(path)) return 'what stands around every page is frame.json here'
  if (/\.(css|scss|js|ts|map)(\.liquid)?$/.test(path))
    return 'it is code for another platform: styles.css has the looks of sections of your own'
  if (path.startsWith('assets/')) return 'nothing that was taken shows it'
  if (/^(config\/settings_(data|schema)|locales\/[A-Za-z-]+(\.default)?(\.schema)?)\.json$/.test(path))
    return 'there is nothing in it that a theme has here'
  return 'a theme has no such file here'
}
