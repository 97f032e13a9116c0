import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import { byWord } from '#domain/by-word.ts'
import { nearestWord } from '#domain/edit-distance.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { jsonErrorWords, lineOf, lineOfParseError } from '#platform/server/files/json-line.ts'
import { schemaIn, withSchema } from '#platform/server/liquid/schema-text.ts'
import { frame as frameSchema } from '#wire/frame.ts'
import { readFont } from '../faces/font.ts'
import { NoFont } from '../faces/woff2.ts'
import { readStyles } from './own-styles.ts'
import { readSvg } from './svg.ts'
import { readThemeSettings, type SettingFault, type ThemeSettings } from './theme-settings.ts'

/*
 * A theme is a folder: `theme.json` with its fields, `templates/` with what stands on its pages, `styles.css` with how
 * its own sections look, `assets/` with its pictures and fonts. Here it is a map from the path in the folder (with `/`)
 * to the content; nothing is read or written.
 */

export type ThemeFiles = ReadonlyMap<string, Buffer>

/** What of a configuration a theme is, as the files say it: unchecked. */
export interface Look {
  theme: unknown
  /** By `<page>` or `<page>.<slug>`. */
  templates: Readonly<Record<string, unknown>>
  /** What stands around every page; absent: as the program has it. */
  frame?: unknown
}

export interface FileFault {
  /** Path in the folder; `` for the folder itself. */
  file: string
  /** From 1; null where no line is to blame. */
  line: number | null
  /** What is wrong and what to do. */
  reason: string
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Of all files of one theme. */
export const mostThemeFiles = 1_000
export const mostThemeBytes = 100 * megabyte

type FileKind =
  | 'theme'
  | 'template'
  | 'page'
  | 'frame'
  | 'styles'
  | 'picture'
  | 'drawing'
  | 'font'
  | 'liquid'
  | 'settings'
  | 'words'

interface Kind {
  kind: FileKind
  pattern: RegExp
  /** Bytes of one file. */
  most: number
}

/** The files that a theme may have. */
const kinds: readonly Kind[] = [
  { kind: 'theme', pattern: /^theme\.json$/, most: 512 * kilobyte },
  { kind: 'template', pattern: /^templates\/[\p{L}\p{N}._-]{1,160}\.json$/u, most: 512 * kilobyte },
  { kind: 'page', pattern: /^templates\/[\p{L}\p{N}._-]{1,160}\.liquid$/u, most: 256 * kilobyte },
  { kind: 'frame', pattern: /^frame\.json$/, most: 512 * kilobyte },
  // Every page of the shop waits for them.
  { kind: 'styles', pattern: /^styles\.css$/, most: 32 * kilobyte },
  { kind: 'drawing', pattern: /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.svg$/, most: 256 * kilobyte },
  {
    kind: 'picture',
    pattern: /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.(avif|gif|jpg|jpeg|png|webp)$/,
    most: 20 * megabyte,
  },
  // All files of the first view together should have less than half of that: docs/themes.md.
  { kind: 'font', pattern: /^assets\/[a-z0-9][a-z0-9._-]{0,100}\.woff2$/, most: 100 * kilobyte },
  {
    kind: 'liquid',
    pattern: /^(sections|blocks|snippets)\/[a-z0-9][a-z0-9_-]{0,60}\.liquid$/,
    most: 256 * kilobyte,
  },
  { kind: 'settings', pattern: /^settings_(schema|data)\.json$/, most: 1536 * kilobyte },
  { kind: 'words', pattern: /^locales\/[A-Za-z-]{2,20}\.json$/, most: 512 * kilobyte },
]

const places =
  'theme.json, templates/<page>.json, templates/<page>.<slug>.json and the same with .liquid, frame.json, styles.css, settings_schema.json and settings_data.json, sections/, blocks/ and snippets/ with files in Liquid, locales/<language>.json, and assets/ with pictures (avif, jpg, png, svg, webp) and fonts (woff2; names of small letters, digits, - _ .)'

function kindOf(path: string): Kind | null {
  return kinds.find(({ pattern }) => pattern.test(path)) ?? null
}

/** The most bytes that a file may have; null for one that a theme does not have. */
export function mostBytesOf(path: string): number | null {
  return kindOf(path)?.most ?? null
}

/** Whether templates in Liquid read a file: one of them, or the words that they say. */
export function isLiquidText(path: string): boolean {
  const kind = kindOf(path)?.kind
  return kind === 'liquid' || kind === 'page' || kind === 'words'
}

/** Whether a file is one that pages show as a picture. */
export function isThemePicture(path: string): boolean {
  return kindOf(path)?.kind === 'picture'
}

/** The theme that the files are, or all that is wrong with the files themselves. */
export function readThemeFolder(files: ThemeFiles): Result<Look, FileFault[]> {
  const faults: FileFault[] = []
  const fault = (file: string, reason: string, line: number | null = null): void =>
    void faults.push({ file, line, reason })
  const bytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (files.size > mostThemeFiles)
    fault('', `it has ${files.size} files; a theme has at most ${mostThemeFiles}`)
  if (bytes > mostThemeBytes)
    fault('', `it has ${inMegabytes(bytes)}; a theme has at most ${inMegabytes(mostThemeBytes)}`)
  if (!files.has('theme.json'))
    fault('theme.json', 'it is not there: a theme has a file theme.json, such as {"theme": {}}')

  const look: Look & { templates: Record<string, unknown> } = { theme: {}, templates: byWord({}), frame: {} }
  for (const [path, content] of files) {
    const kind = kindOf(path)
    const refusal = fileFault(path, kind, content)
    if (refusal !== null) fault(path, refusal)
    if (refusal !== null || kind === null || kind.kind === 'picture') continue
    if (kind.kind === 'liquid' || kind.kind === 'page') {
      if (!isUtf8(content)) fault(path, 'it is not UTF-8: store it as that')
      else if (kind.kind === 'page') {
        const read = readPage(path, textOf(content))
        if (read.ok) look.templates[templateName(path)] = read.value
        else faults.push(read.problem)
        if (files.has(fileOfTemplate(templateName(path), {})))
          fault(path, 'the page has a template in JSON as well: delete one of the two files')
      }
      continue
    }
    if (kind.kind === 'drawing') {
      const drawn = readSvg(content.toString('utf8'))
      if ('reason' in drawn) faults.push({ file: path, ...drawn })
      continue
    }
    if (kind.kind === 'styles') {
      const read = readStyles(content.toString('utf8'))
      if (!read.ok) faults.push(...read.problem.map((one) => ({ file: path, ...one })))
      continue
    }
    if (kind.kind === 'font') {
      const reason = fontFault(content)
      if (reason !== null) fault(path, reason)
      continue
    }
    const read = readJsonFile(path, content)
    if (!read.ok) faults.push(read.problem)
    else if (kind.kind === 'words' || kind.kind === 'settings') continue
    else if (kind.kind === 'template') {
      if (isWhole(read.value)) fault(path, 'a page that is written whole is a file .liquid, and no JSON', 1)
      else if (!files.has(fileOfTemplate(templateName(path), { liquid: true })))
        look.templates[templateName(path)] = read.value
    } else if (kind.kind === 'frame') look.frame = read.value
    else if (isThemeDocument(read.value)) look.theme = read.value.theme
    else fault(path, 'it must be a JSON object with the member "theme" and no other', 1)
  }
  // What cannot be read is said above.
  if (faults.length === 0) faults.push(...settingFaults(files))
  return faults.length === 0 ? ok(look) : no(faults)
}

const [schemaFile, dataFile] = ['settings_schema.json', 'settings_data.json'] as const

function settingFaults(files: ThemeFiles): FileFault[] {
  const read = settingsIn((file) => files.get(file)?.toString('utf8'))
  if (read.ok) return []
  return read.problem.map(({ file, path, reason }) => {
    const content = files.get(file)
    return { file, line: content === undefined ? null : lineOf(textOf(content), path), reason }
  })
}

/** The settings of a theme whose JSON files can be read. @param textIn of a file; undefined for none */
export function settingsIn(
  textIn: (file: string) => string | undefined,
): Result<ThemeSettings, SettingFault[]> {
  const [schema, data] = [schemaFile, dataFile].map((file): unknown => {
    const text = textIn(file)
    return text === undefined ? undefined : JSON.parse(withoutMark(text))
  })
  return readThemeSettings(schema ?? [], data)
}

/** A file that is too large may have been read only to the byte that is too much: its size is not said. */
function fileFault(path: string, kind: Kind | null, { byteLength }: Buffer): string | null {
  if (kind === null) return `a theme has no such file: ${placeFor(path) ?? `it has ${places}`}`
  return byteLength > kind.most ? `it is too large: such a file has at most ${inKilobytes(kind.most)}` : null
}

/** What to do with a file that is not where a theme has it; null where that is not certain. */
function placeFor(path: string): string | null {
  const small = path.toLowerCase()
  const name = small
    .slice(small.lastIndexOf('/') + 1)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
  const [folder = ''] = small.split('/')
  const [stem = ''] = name.split('.')
  const isJson = name.endsWith('.json')
  if (/\.(ttf|otf|woff|eot)$/.test(name)) return `a font is a WOFF2 file, such as assets/${stem}.woff2`
  if (/\.(js|mjs|ts)$/.test(name))
    return 'themes bring no scripts; templates place parts of the shop by {% island "name" %}'
  if (/\.s?css$/.test(name)) return 'styles stand in styles.css, beside theme.json'
  if (/\.(tiff?|bmp|heic|ico|psd)$/.test(name))
    return `save the picture as assets/${stem}.webp, or png or jpg`
  const wanted = [
    `${folder}/${name}`,
    `assets/${name}`,
    `${nearestWord(folder, liquidFolders) ?? folder}/${name}`,
    ...(isJson ? [`${folder}/${stem}.json`] : []),
    name,
  ].find((one) => one !== path && kindOf(one) !== null && (!isJson || one.startsWith(folder)))
  return wanted === undefined ? null : `call it ${wanted}`
}

const liquidFolders = ['sections', 'blocks', 'snippets', 'templates']

function fontFault(content: Buffer): string | null {
  try {
    readFont(content)
    return null
  } catch (error) {
    if (error instanceof NoFont) return error.message
    throw error
  }
}

function readJsonFile(file: string, content: Buffer): Result<unknown, FileFault> {
  if (!isUtf8(content)) return no({ file, line: null, reason: 'it is not UTF-8: store it as that' })
  const text = textOf(content)
  try {
    return ok(JSON.parse(text) as unknown)
  } catch (error) {
    const line = lineOfParseError(text, error)
    return no({ file, line, reason: `it cannot be read as JSON: ${jsonErrorWords(error)}` })
  }
}

/** The template of a page in Liquid: the sections and the layout of its schema. */
function readPage(file: string, source: string): Result<object, FileFault> {
  const found = schemaIn(source)
  if (found === null || found.json === '') return ok({ liquid: true })
  const { line, json } = found
  try {
    const read = JSON.parse(json) as unknown
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return ok({ ...read, liquid: true })
    return no({ file, line, reason: 'the schema must be a JSON object, such as { "sections": {} }' })
  } catch (error) {
    const at = lineOfParseError(json, error)
    const reason = `the schema is no JSON: ${jsonErrorWords(error)}`
    return no({ file, line: at === null ? line : line + at - 1, reason })
  }
}

/** Whether the fault is that the template is no JSON. */
function isWhole(template: unknown): template is object {
  return typeof template === 'object' && template !== null && 'liquid' in template
}

/** Editors of some systems begin a file with a mark that JSON does not know. */
function textOf(content: Buffer): string {
  return withoutMark(content.toString('utf8'))
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

function isThemeDocument(value: unknown): value is { theme: unknown } {
  return typeof value === 'object' && value !== null && 'theme' in value && Object.keys(value).length === 1
}

/** `product.oak-stool` of its file, in JSON or in Liquid. */
export function templateName(path: string): string {
  return path.slice('templates/'.length).replace(/\.(json|liquid)$/, '')
}

/** The file that a template is. @param template of a look */
function fileOfTemplate(name: string, template: unknown): string {
  return `templates/${name}.${isWhole(template) ? 'liquid' : 'json'}`
}

/** The file and the line of a setting of the look, such as `templates.home.order.1` or `theme.fontSize`. */
export function placeOf(files: ThemeFiles, setting: string): { file: string; line: number | null } {
  const at = (file: string, path: string): { file: string; line: number | null } => {
    const content = files.get(file)
    const steps = path === '' ? [] : path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
    return { file, line: content === undefined ? null : lineOf(textOf(content), steps) }
  }
  if (setting === 'theme' || setting.startsWith('theme.')) return at('theme.json', setting)
  if (setting === 'frame' || setting.startsWith('frame.'))
    return at('frame.json', setting.slice('frame.'.length))
  // Of `page` and `page.terms` the longer name is meant: an id has no point in it.
  const names = [...files.keys()].filter((path) => path.startsWith('templates/')).map(templateName)
  const name = names
    .filter((one) => setting === `templates.${one}` || setting.startsWith(`templates.${one}.`))
    .toSorted((a, b) => b.length - a.length)[0]
  if (name === undefined) return { file: '', line: null }
  const path = setting.slice(`templates.${name}.`.length)
  const page = files.get(fileOfTemplate(name, { liquid: true }))
  return page === undefined ? at(fileOfTemplate(name, {}), path) : inSchema(name, textOf(page), path)
}

/** The place of a setting of a page in Liquid, which stands in its schema. */
function inSchema(name: string, source: string, path: string): { file: string; line: number | null } {
  const file = fileOfTemplate(name, { liquid: true })
  const schema = schemaIn(source)
  if (schema === null) return { file, line: null }
  const steps = path === '' ? [] : path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  return { file, line: schema.line + lineOf(schema.json, steps) - 1 }
}

/**
 * The files that say a look, with nothing besides.
 * @param stored where the texts of pages are that are written whole; one that is not there is a file that is refused
 */
export function filesOfLook(
  { theme, templates, frame }: Look,
  stored: ThemeFiles = new Map(),
): Map<string, Buffer> {
  return new Map([
    ['theme.json', jsonFile({ theme })],
    ...(isUsualFrame(frame) ? [] : [['frame.json', jsonFile(frame)] as const]),
    ...Object.entries(templates).map(([name, template]) => {
      const file = fileOfTemplate(name, template)
      const source = stored.get(file)
      return isWhole(template) && source !== undefined
        ? ([file, Buffer.from(withSchema(textOf(source), schemaOf(template)))] as const)
        : ([fileOfTemplate(name, {}), jsonFile(template)] as const)
    }),
  ])
}

/** The part of a page's template that stands in the schema of its file. */
function schemaOf(template: object): object {
  return Object.fromEntries(
    Object.entries(template).filter(([name]) => name === 'layout' || name === 'sections'),
  )
}

function isUsualFrame(given: unknown): boolean {
  return given === undefined || isDeepStrictEqual(given, frameSchema.parse({}))
}

function jsonFile(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

function inKilobytes(bytes: number): string {
  return bytes >= megabyte ? inMegabytes(bytes) : `${Math.ceil(bytes / kilobyte)} KB`
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / megabyte)} MB`
}
