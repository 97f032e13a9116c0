import { byWord } from '#domain/by-word.ts'
import { readSetting, setting } from '#features/theming/rules/theme-settings.ts'
import type { Locale } from '#i18n/locales.ts'
import { schemaFaults } from '#wire/schema-words.ts'
import { counted, cut, shown } from '#wire/shown-text.ts'
import type { Chosen } from './foreign-look.ts'
import { plainColor } from './foreign-look.ts'
import { foreignMark, isPlain, readJson, type ForeignFiles, type Plain } from './foreign-files.ts'
import { asShown, hrefOf } from './foreign-values.ts'
import { isKey, noText, wordsOf, type ReadKey, type WordFile, type Words } from './foreign-words.ts'
import type { ImportReport } from './report.ts'

/* The settings of a theme of another platform that are no field here: settings of its own, which its templates can read. */

const schemaFile = 'config/settings_schema.json'
const [mostSettings, mostGroups, mostOptions] = [200, 50, 50]

interface Group {
  name: Words | string
  settings: object[]
}

interface SettingsContext {
  /** The settings that something else has taken, by their paths. */
  used: ReadonlySet<string>
  language: Locale
  words: readonly WordFile[]
  readKey: ReadKey
  report: ImportReport
}

/** `settings_schema.json` and `settings_data.json` of the new theme; none where nothing is left to be set. */
export function settingsOf(
  files: ForeignFiles,
  chosen: readonly Chosen[],
  context: SettingsContext,
): Map<string, Buffer> {
  const { used, report } = context
  const schema = readJson(files, schemaFile, report)
  if (schema !== undefined && !Array.isArray(schema)) report.left(schemaFile, '', 'it is no JSON list')
  const read = readerOf(context)
  const values = new Map(chosen.map(({ id, at, value }) => [id, { at, value }]))
  const groups: Group[] = []
  const known = new Set<string>()
  const data = byWord<unknown>()
  let [count, others] = [0, 0]
  for (const [at, given] of (Array.isArray(schema) ? schema : []).entries()) {
    const listed = isPlain(given) && Array.isArray(given['settings']) ? (given['settings'] as unknown[]) : []
    const group: Group = { name: isPlain(given) ? read.label(given['name']) : '', settings: [] }
    for (const one of listed) {
      if (!isPlain(one) || typeof one['id'] !== 'string') {
        others += 1
        continue
      }
      const id = one['id']
      const place = `[${at}].${id}`
      if (known.has(id)) {
        report.left(schemaFile, place, 'there is one of this id before it')
        continue
      }
      known.add(id)
      const value = values.get(id)
      values.delete(id)
      if (id === 'color_schemes' || used.has(value?.at ?? id)) continue
      const made = settingOf(one, value?.value, read)
      if (typeof made === 'string') report.left(schemaFile, place, made)
      else if (count >= mostSettings || groups.length >= mostGroups)
        report.left(schemaFile, place, `a theme has at most ${mostSettings} settings in ${mostGroups} groups`)
      else {
        count += 1
        group.settings.push(made.said)
        if (made.value !== undefined) data[id] = made.value
        if (made.refused !== null) report.left(foreignMark, value?.at ?? id, made.refused)
        else report.taken(schemaFile, place, `settings.${id}`)
      }
    }
    if (group.settings.length > 0) groups.push(group)
  }
  if (others > 0)
    report.left(
      schemaFile,
      '',
      `${counted(others, 'heading or paragraph', 'headings and paragraphs')} of its editor`,
    )
  for (const { at } of values.values())
    if (!used.has(at) && !at.startsWith('color_schemes.'))
      report.left(foreignMark, at, `${schemaFile} has no such setting`)
  for (const { path, isOfEditor } of context.words)
    if (isOfEditor && groups.length > 0) report.taken(path, '', 'settings_schema.json')
  if (groups.length === 0) return new Map()
  return new Map([
    ['settings_schema.json', jsonFile(groups)],
    ['settings_data.json', jsonFile(data)],
  ])
}

/** How texts are read. */
interface TextReader {
  /** Whether it is the key of a text that is in no file. */
  isLost(value: unknown): boolean
  /** Words of the editor: short, and those of the key where no language has it. */
  label(text: unknown): Words | string
  /** The value of a setting that is a text; undefined for what cannot be one. */
  text(value: unknown): Words | undefined
}

function readerOf({ language, readKey }: Pick<SettingsContext, 'language' | 'readKey'>): TextReader {
  return {
    isLost: (value) => isKey(value) && readKey(value) === null,
    label(text) {
      if (typeof text !== 'string') return ''
      if (!text.startsWith('t:')) return cut(text, 200)
      const said = isKey(text) ? readKey(text) : null
      return said === null
        ? cut(text.slice('t:'.length).replaceAll('.', ' '), 200)
        : Object.fromEntries(Object.entries(said).map(([name, words]) => [name, cut(words, 200)]))
    },
    text(value) {
      const said = wordsOf(value, language, readKey)
      const isText = Object.values(said ?? {}).every((one) => one.length <= 2_000 && !/<[a-z/]/i.test(one))
      return said !== null && isText ? said : undefined
    },
  }
}

interface ReadSetting {
  said: object
  /** Undefined: nothing was chosen, or it cannot be taken. */
  value: unknown
  /** Why the value cannot be taken. */
  refused: string | null
}

/** Or why it is no setting here. */
function settingOf(given: Plain, chosen: unknown, read: TextReader): ReadSetting | string {
  const id = given['id'] as string
  const made = typed(given, read)
  if (typeof made === 'string') return made
  const label = read.label(given['label'] ?? id)
  const info = given['info'] === undefined ? {} : { info: read.label(given['info']) }
  const said = { id, label, ...info, ...made.said }
  const parsed = setting.safeParse(said)
  if (!parsed.success) return schemaFaults(parsed.error)[0]?.what ?? 'it cannot be read'
  const usual = readSetting(parsed.data, parsed.data.default)
  if (!usual.ok) return `its default: ${usual.problem}`
  const isChosen = chosen !== undefined && chosen !== null && chosen !== ''
  const value = isChosen ? made.valueOf(chosen) : undefined
  const whyRefused = read.isLost(chosen) ? noText(chosen) : `${asShown(chosen)} is no ${made.is}`
  const refused = isChosen && value === undefined ? whyRefused : null
  return { said, value, refused }
}

interface Typed {
  said: object
  /** What its values are. */
  is: string
  /** Undefined: it is no value of the type. */
  valueOf(given: unknown): unknown
}

/** By the type, with its default. Or why there is no such type. */
function typed(given: Plain, read: TextReader): Typed | string {
  const usual = given['default']
  switch (given['type']) {
    case 'text':
    case 'textarea':
    case 'inline_richtext':
      return {
        said: { type: 'text', default: read.text(usual) ?? '' },
        is: 'text of at most 2,000 characters without HTML',
        valueOf: (one) => read.text(one),
      }
    case 'checkbox':
      return {
        said: { type: 'checkbox', default: usual === true },
        is: 'true or false',
        valueOf: (one) => (typeof one === 'boolean' ? one : undefined),
      }
    case 'range':
    case 'number': {
      const [min, max] = [given['min'], given['max']]
      const bounds = {
        ...(typeof min === 'number' ? { min } : {}),
        ...(typeof max === 'number' ? { max } : {}),
      }
      const isNumber = (one: unknown): one is number =>
        typeof one === 'number' && one >= (bounds.min ?? -Infinity) && one <= (bounds.max ?? Infinity)
      const least = isNumber(usual) ? usual : (bounds.min ?? 0)
      return {
        said: { type: 'number', ...bounds, default: least },
        is: `number from ${bounds.min ?? 'any'} to ${bounds.max ?? 'any'}`,
        valueOf: (one) => (isNumber(one) ? one : undefined),
      }
    }
    case 'select':
    case 'radio': {
      const listed = Array.isArray(given['options']) ? given['options'].filter(isPlain) : []
      const options = listed
        .filter(({ value }) => typeof value === 'string' && value !== '')
        .slice(0, mostOptions)
        .map(({ value, label }) => ({ value: value as string, label: read.label(label ?? value) }))
      const isOption = (one: unknown): boolean => options.some(({ value }) => value === one)
      if (options.length === 0) return 'it has no options to choose from'
      return {
        said: { type: 'select', options, default: isOption(usual) ? usual : options[0]!.value },
        is: 'option of it',
        valueOf: (one) => (isOption(one) ? one : undefined),
      }
    }
    case 'color':
      return {
        said: { type: 'color', default: plainColor(usual) ?? '#000000' },
        is: 'opaque colour',
        valueOf: (one) => plainColor(one) ?? undefined,
      }
    case 'url':
      return {
        said: { type: 'url', default: hrefOf(usual) ?? '/' },
        is: 'way into this shop',
        valueOf: (one) => hrefOf(one) ?? undefined,
      }
    default:
      return typeof given['type'] === 'string'
        ? `there is no setting of the type ${shown(given['type'])} here`
        : 'it has no type'
  }
}

export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
