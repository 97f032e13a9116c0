import { z } from 'zod'
import { byWord, own } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { schemaFaults } from '#wire/schema-words.ts'
import { href, words } from '#wire/section-pieces.ts'

/*
 * Settings of a whole theme: `settings_schema.json` says which there are, of which type and with which defaults,
 * `settings_data.json` what the merchant chose. Templates read them as `settings`.
 */

export type ThemeSetting = string | number | boolean | Readonly<Record<string, string>>
/** By their ids: what was chosen, or the default. */
export type ThemeSettings = Readonly<Record<string, ThemeSetting>>

export interface SettingFault {
  file: 'settings_schema.json' | 'settings_data.json'
  /** In the file. */
  path: readonly (string | number)[]
  reason: string
}

const mostGroups = 50
const mostSettings = 200
const mostOptions = 50
const longestText = 2_000

/** Words, or words by language. */
const textOr = (most: number) =>
  z.union(
    [z.string().max(most), words(most)],
    `should be a text, or texts by language such as {"en": "..."}, of at most ${most.toLocaleString('en')} characters`,
  )

const said = textOr(200)
const about = { label: said, info: said.optional() }
const id = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'an id has small letters, digits and _')
const text = textOr(longestText)
const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour such as #2f5d50')
const option = z.strictObject({ value: z.string().min(1).max(100), label: said })

/** One setting, as a schema says it. */
export const setting = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('text'), id, ...about, default: text.default('') }),
    z.strictObject({ type: z.literal('checkbox'), id, ...about, default: z.boolean().default(false) }),
    z.strictObject({ type: z.literal('color'), id, ...about, default: color }),
    z.strictObject({ type: z.literal('url'), id, ...about, default: href }),
    z.strictObject({
      type: z.literal('number'),
      id,
      ...about,
      min: z.number().optional(),
      max: z.number().optional(),
      default: z.number(),
    }),
    z.strictObject({
      type: z.literal('select'),
      id,
      ...about,
      options: z.array(option).min(1).max(mostOptions),
      default: z.string(),
    }),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union' ? 'should be one of text, checkbox, color, url, number, select' : undefined,
  },
)
export type Setting = z.output<typeof setting>

const groups = z
  .array(z.strictObject({ name: said, settings: z.array(setting).max(mostSettings) }))
  .max(mostGroups)

/** All settings with their values, or all that is wrong with them. @param data undefined where nothing was chosen */
export function readThemeSettings(schema: unknown, data: unknown): Result<ThemeSettings, SettingFault[]> {
  const read = groups.safeParse(schema)
  if (!read.success)
    return no(
      schemaFaults(read.error).map(({ path, what }) => ({
        file: 'settings_schema.json',
        path: path as (string | number)[],
        reason: what,
      })),
    )
  const faults: SettingFault[] = []
  const known = byWord<Setting>({})
  for (const [group, { settings }] of read.data.entries())
    for (const [at, one] of settings.entries()) {
      const fault = (member: string, reason: string): void =>
        void faults.push({ file: 'settings_schema.json', path: [group, 'settings', at, member], reason })
      if (own(known, one.id) !== undefined) fault('id', `there are two settings ${one.id}`)
      known[one.id] = one
      const refusal = refusalOf(one, one.default)
      if (refusal !== null) fault('default', refusal)
    }
  const count = Object.keys(known).length
  if (count > mostSettings)
    faults.push({
      file: 'settings_schema.json',
      path: [],
      reason: `${count} settings; a theme has at most ${mostSettings}`,
    })
  const chosen = chosenIn(data, known, faults)
  if (faults.length > 0) return no(faults)
  return ok(
    byWord(
      Object.fromEntries(Object.values(known).map((one) => [one.id, own(chosen, one.id) ?? one.default])),
    ),
  )
}

function chosenIn(
  data: unknown,
  known: Readonly<Record<string, Setting>>,
  faults: SettingFault[],
): Readonly<Record<string, ThemeSetting>> {
  const chosen = byWord<ThemeSetting>({})
  if (data === undefined) return chosen
  const fault = (path: string[], reason: string): void =>
    void faults.push({ file: 'settings_data.json', path, reason })
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    fault([], 'it must be a JSON object with a value for each id')
    return chosen
  }
  for (const [name, value] of Object.entries(data)) {
    const one = own(known, name)
    if (one === undefined) {
      fault([name], `there is no setting ${name} in settings_schema.json`)
      continue
    }
    const read = readSetting(one, value)
    if (read.ok) chosen[name] = read.value
    else fault([name], read.problem)
  }
  return chosen
}

/** The chosen settings, or why they cannot be read. */
export function readSetting(one: Setting, value: unknown): Result<ThemeSetting, string> {
  const parsed = valueOf(one).safeParse(value)
  if (!parsed.success) return no(schemaFaults(parsed.error)[0]?.what ?? `is no ${one.type}`)
  const refusal = refusalOf(one, parsed.data)
  return refusal === null ? ok(parsed.data) : no(refusal)
}

/** What a value of the type is. */
function valueOf({ type }: Setting): z.ZodType<ThemeSetting> {
  switch (type) {
    case 'text':
      return text
    case 'checkbox':
      return z.boolean()
    case 'color':
      return color
    case 'url':
      return href
    case 'number':
      return z.number()
    case 'select':
      return z.string()
  }
}

/** What the setting itself says against a value of its type. */
function refusalOf(one: Setting, value: ThemeSetting): string | null {
  if (one.type === 'number' && typeof value === 'number') {
    const { min = -Infinity, max = Infinity } = one
    return value < min || value > max ? `${value} is not between ${min} and ${max}` : null
  }
  if (one.type === 'select' && !one.options.some((each) => each.value === value))
    return `it is none of ${one.options.map((each) => each.value).join(', ')}`
  return null
}
