import {
  AssignTag,
  BreakTag,
  CaseTag,
  CommentTag,
  ContinueTag,
  CycleTag,
  DecrementTag,
  EchoTag,
  type Emitter,
  ForTag,
  IfTag,
  IncrementTag,
  InlineCommentTag,
  Liquid,
  LiquidTag,
  Parser,
  RawTag,
  TablerowTag,
  type Context,
  type Template,
  Tokenizer,
  UnlessTag,
} from 'liquidjs'
import { FileMissing } from './faults.ts'
import { allFilters, outputEscape } from './filters.ts'
import { BlocksTag, CaptureHtml, RenderSnippet, SchemaTag } from './flow-tags.ts'
import { LimitReached } from './budget.ts'
import { limits } from './limits.ts'
import { Output } from './output.ts'
import { partTagClasses } from './part-tags.ts'
import { run } from './steps.ts'
import { DataContext, type Job } from './values.ts'

/*
 * The library, set up so that a template reaches its theme and its data and nothing else: no file system, no loaders,
 * no tags or filters besides those of a list, nothing of JavaScript's own.
 */

/** A theme whose files are parsed when they are needed, each once. */
export interface Theme {
  texts: ReadonlyMap<string, string>
  /** Throws what the library does, `FileMissing` or `LimitReached`. */
  parsed(file: string): Template[]
  /** `t` of a language: the theme's words, read once. */
  words(locale: string): unknown
  /** Renders into an output, which has not been checked. Throws what the template's fault is. */
  render(entry: string, data: object, job: Job): Output
  liquid: Liquid
}

export function openTheme(texts: ReadonlyMap<string, string>): Theme {
  const liquid = openLibrary((name) => parsed(`snippets/${name}.liquid`))
  const known = new Map<string, Template[]>()
  const words = new Map<string, unknown>()

  function parsed(file: string): Template[] {
    const before = known.get(file)
    if (before !== undefined) return before
    const source = texts.get(file)
    if (source === undefined) throw new FileMissing(`there is no file ${file} in the theme`)
    const made = parse(liquid, source, file)
    known.set(file, made)
    return made
  }

  return {
    texts,
    parsed,
    liquid,
    words(locale) {
      if (!words.has(locale)) words.set(locale, readWords(texts.get(`locales/${locale}.json`)))
      return words.get(locale)
    },
    render(entry, data, job) {
      const output = new Output(job.budget)
      const scope = Object.assign(Object.create(null) as object, data)
      const ctx = new DataContext(Object.create(null) as object, { liquid, globals: scope, job })
      run(parsed(entry), ctx, output)
      return output
    },
  }
}

/** The words of a theme that cannot be read are none: `theme check` says why. */
function readWords(text: string | undefined): unknown {
  try {
    return text === undefined || text.length > limits.source ? null : (JSON.parse(text) as unknown)
  } catch {
    return null
  }
}

function parse(liquid: Liquid, source: string, file: string): Template[] {
  if (source.length > limits.source) throw new LimitReached(`it has more than ${limits.source} characters`)
  const { options } = liquid
  const tokens = new Tokenizer(source, options.operators, file).readTopLevelTokens(options)
  if (tokens.length > limits.tokens)
    throw new LimitReached(`it has more than ${limits.tokens} tags and outputs`)
  return new Parser(liquid).parseTokens(tokens)
}

const tags = {
  '#': InlineCommentTag,
  assign: AssignTag,
  break: BreakTag,
  capture: CaptureHtml,
  case: CaseTag,
  comment: CommentTag,
  content_for: BlocksTag,
  continue: ContinueTag,
  cycle: CycleTag,
  decrement: DecrementTag,
  echo: EchoTag,
  for: ForTag,
  if: IfTag,
  increment: IncrementTag,
  liquid: LiquidTag,
  raw: RawTag,
  render: RenderSnippet,
  schema: SchemaTag,
  tablerow: TablerowTag,
  unless: UnlessTag,
}

function openLibrary(snippet: (name: string) => Template[]): Liquid {
  const liquid = new Liquid({
    fs: noFiles,
    relativeReference: false,
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: outputEscape as never,
    // Not what the machine is set to.
    locale: 'en',
  })
  replaceAll(liquid.tags, Object.fromEntries<unknown>([...Object.entries(tags), ...partTagClasses()]))
  replaceAll(liquid.filters, allFilters())
  Object.assign(liquid, { renderer: { renderTemplates } })
  // oxlint-disable-next-line require-yield -- the library wants a generator
  liquid._parsePartialFile = function* (name) {
    return snippet(name)
  } as Liquid['_parsePartialFile']
  return liquid
}

function replaceAll(table: object, entries: object): void {
  for (const name of Object.keys(table)) Reflect.deleteProperty(table, name)
  Object.assign(table, entries)
}

/** The library loads nothing: a way to a file that is not closed above ends here. */
const noFiles = {
  exists: async () => false,
  existsSync: () => false,
  contains: async () => false,
  containsSync: () => false,
  readFile: () => Promise.reject(new FileMissing('templates read no files')),
  readFileSync: () => {
    throw new FileMissing('templates read no files')
  },
  resolve: () => '',
  fallback: () => undefined,
}

/** In place of the library's, for those of its tags that render others. */
// oxlint-disable-next-line require-yield -- the library wants a generator
function* renderTemplates(
  templates: Template[],
  ctx: Context,
  emitter?: Emitter,
): Generator<unknown, string, unknown> {
  const output = (emitter as Output | undefined) ?? new Output((ctx as DataContext).job.budget)
  run(templates, ctx as DataContext, output)
  return output.buffer
}
