import { byWord } from '#domain/by-word.ts'
import { setting } from '#features/theming/rules/theme-settings.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Chosen } from './foreign-look.ts'
import { plainColor } from './foreign-look.ts'
import {
  foreignMark,
  isPlain,
  plainIn,
  readJson,
  readPlain,
  type ForeignFiles,
  type Plain,
} from './foreign-files.ts'
import { languageOf } from './foreign-texts.ts'
import { hrefOf, isDynamic } from './foreign-values.ts'
import type { ImportReport } from './report.ts'

/* The settings of a theme of another platform that are no field here: settings of its own, which its templates can read. */

const schemaFile = 'config/settings_schema.json'
const [mostSettings, mostGroups, mostOptions] = [200, 50, 50]

type Words = Readonly<Record<string, string>>

interface Group {
  name: Words | string
  settings: object[]
}

/** `settings_schema.json` and `settings_data.json` of the new theme; none where nothing is left to be set. */
export function settingsOf(
  files: ForeignFiles,
  chosen: readonly Chosen[],
  { used, language, report }: { used: ReadonlySet<string>; language: Locale; report: ImportReport },
): Map<string, Buffer> {
  const schema = readJson(files, schemaFile, report)
  const say = wordsReader(files, report)
  const values = new Map(chosen.map(({ id, at, value }) => [id, { at, value }]))
  const groups: Group[] = []
  const data = byWord<unknown>()
  let [count, others] = [0, 0]
  for (const [at, given] of (Array.isArray(schema) ? schema : []).entries()) {
    const listed = isPlain(given) && Array.isArray(given['settings']) ? (given['settings'] as unknown[]) : []
    const group: Group = { name: isPlain(given) ? say(given['name']) : '', settings: [] }
    for (const one of listed) {
      if (!isPlain(one) || typeof one['id'] !== 'string') {
        others += 1
        continue
      }
      const id = one['id']
      const value = values.get(id)
      values.delete(id)
      if (id === 'color_schemes' || used.has(value?.at ?? id)) continue
      const place = `[${at}].${id}`
      const read = settingOf(one, value?.value, say)
      if (typeof read === 'string') report.left(schemaFile, place, read)
      else if (count >= mostSettings || groups.length >= mostGroups)
        report.left(schemaFile, place, `a theme has at most ${mostSettings} settings in ${mostGroups} groups`)
      else {
        count += 1
        group.settings.push(read.said)
        if (read.value !== undefined) data[id] = read.isText ? { [language]: read.value } : read.value
        if (read.refused !== null) report.left(foreignMark, value?.at ?? id, read.refused)
        else report.taken(schemaFile, place, `settings.${id}`)
      }
    }
    if (group.settings.length > 0) groups.push(group)
  }
  if (others > 0) report.left(schemaFile, '', `${others} headings and paragraphs of its editor`)
  for (const [id, { at }] of values)
    if (!used.has(at) && !at.startsWith('color_schemes.'))
      report.left(foreignMark, at, `${schemaFile} has no setting ${id}`)
  if (groups.length === 0) return new Map()
  return new Map([
    ['settings_schema.json', jsonFile(groups)],
    ['settings_data.json', jsonFile(data)],
  ])
}

interface ReadSetting {
  said: object
  /** Undefined: nothing was chosen, or it cannot be taken. */
  value: unknown
  isText: boolean
  /** Why the value cannot be taken. */
  refused: string | null
}

/** Or why it is no setting here. */
function settingOf(
  given: Plain,
  chosen: unknown,
  say: (text: unknown) => Words | string,
): ReadSetting | string {
  const id = given['id'] as string
  const made = typed(given, say)
  if (typeof made === 'string') return made
  const label = say(given['label'] ?? id)
  const info = given['info'] === undefined ? {} : { info: say(given['info']) }
  const said = { id, label, ...info, ...made.said }
  const parsed = setting.safeParse(said)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'it cannot be read'
  const isText = parsed.data.type === 'text'
  const isChosen = chosen !== undefined && chosen !== null && chosen !== ''
  const value = isChosen ? made.valueOf(chosen) : undefined
  const refused =
    isChosen && value === undefined
      ? `${JSON.stringify(chosen)?.slice(0, 80)} is no value of settings.${id}`
      : null
  return { said, value, isText, refused }
}

interface Typed {
  said: object
  /** Undefined: it is no value of the type. */
  valueOf(given: unknown): unknown
}

/** By the type, with its default. Or why there is no such type. */
function typed(given: Plain, say: (text: unknown) => Words | string): Typed | string {
  const usual = given['default']
  switch (given['type']) {
    case 'text':
    case 'textarea':
    case 'inline_richtext':
      return { said: { type: 'text', default: textOf(usual) ?? '' }, valueOf: textOf }
    case 'checkbox':
      return {
        said: { type: 'checkbox', default: usual === true },
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
        valueOf: (one) => (isNumber(one) ? one : undefined),
      }
    }
    case 'select':
    case 'radio': {
      const listed = Array.isArray(given['options']) ? given['options'].filter(isPlain) : []
      const options = listed
        .filter(({ value }) => typeof value === 'string' && value !== '')
        .slice(0, mostOptions)
        .map(({ value, label }) => ({ value: value as string, label: say(label ?? value) }))
      const isOption = (one: unknown): boolean => options.some(({ value }) => value === one)
      if (options.length === 0) return 'it has no options to choose from'
      return {
        said: { type: 'select', options, default: isOption(usual) ? usual : options[0]!.value },
        valueOf: (one) => (isOption(one) ? one : undefined),
      }
    }
    case 'color':
      return {
        said: { type: 'color', default: plainColor(usual) ?? '#000000' },
        valueOf: (one) => plainColor(one) ?? undefined,
      }
    case 'url':
      return {
        said: { type: 'url', default: hrefOf(usual) ?? '/' },
        valueOf: (one) => hrefOf(one) ?? undefined,
      }
    default:
      return typeof given['type'] === 'string'
        ? `there is no setting of the type ${given['type']}`
        : 'it has no type'
  }
}

function textOf(given: unknown): string | undefined {
  const isText =
    typeof given === 'string' && given.length <= 2_000 && !/<[a-z/]/i.test(given) && !isDynamic(given)
  return isText ? given : undefined
}

/** What `t:settings.colors.name` says in each language of the editor, from `locales/<language>.schema.json`. */
function wordsReader(files: ForeignFiles, report: ImportReport): (text: unknown) => Words | string {
  const languages = [...files.keys()].flatMap((path) => {
    const language = /\.schema\.json$/.test(path) ? languageOf(path) : null
    if (language === null) return []
    const words = readPlain(files, path, report)
    if (words === null) return []
    report.taken(path, '', 'settings_schema.json')
    return [[language, words] as const]
  })
  return (text) => {
    if (typeof text !== 'string') return ''
    if (!text.startsWith('t:')) return text.slice(0, 200)
    const steps = text.slice(2).split('.')
    const said = languages.flatMap(([language, words]) => {
      const found = steps.slice(0, -1).reduce<Plain>(plainIn, words)[steps.at(-1)!]
      return typeof found === 'string' ? [[language, found.slice(0, 200)] as const] : []
    })
    return said.length === 0 ? steps.join(' ').slice(0, 200) : Object.fromEntries(said)
  }
}

export function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
