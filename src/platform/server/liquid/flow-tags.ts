import {
  CaptureTag,
  type Context,
  type Emitter,
  type Hash,
  type Liquid,
  type Parser,
  RenderTag,
  Tag,
  type TagToken,
  type Template,
  type Token,
  type TopLevelToken,
} from 'liquidjs'
import { own } from '#domain/by-word.ts'
import { compileToken, type Evaluate } from './evaluate.ts'
import { Refused } from './faults.ts'
import { Output } from './output.ts'
import { entriesOf, Loop, run } from './steps.ts'
import { type DataContext, Markup } from './values.ts'

/* Tags of the language that are other here: what they load comes from the theme, and what they keep is HTML. */

const name = '[a-z0-9][a-z0-9_-]{0,60}'
const inQuotes = new RegExp(`^\\s*(?:"(${name})"|'(${name})')`, 'i')

/** `{% render "card", product: product %}`: a snippet whose name is written out. */
export class RenderSnippet extends RenderTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    if (!inQuotes.test(token.args))
      throw new Refused('render wants the name of a snippet in quotes: {% render "card", product: product %}')
    super(token, remaining, liquid, parser)
  }

  /** What it is given, and the list of which it is rendered for each. Made with its first use: then all is parsed. */
  #given: Given | null = null

  step(ctx: DataContext, output: Output): void {
    const { file, args, with: one, each } = (this.#given ??= givenTo(this))
    const { job } = ctx
    const inner = ctx.spawn()
    const scope = inner.bottom()
    for (const [key, value] of args) scope[key] = value(ctx)
    const templates = job.parsed(`snippets/${file}.liquid`)
    job.budget.enter()
    if (one !== null) scope[one.name] = one.value(ctx)
    if (each === null) run(templates, inner, output)
    else {
      const items = entriesOf(each.value(ctx))
      const loop = new Loop(items.length)
      scope['forloop'] = loop
      for (const item of items) {
        scope[each.name] = item
        run(templates, inner, output)
        loop.index0 += 1
      }
    }
    job.budget.leave()
  }
}

interface Binding {
  name: string
  value: Evaluate
}
/** As the library notes it. */
interface Bound {
  value: unknown
  alias?: unknown
}

interface Given {
  file: string
  args: readonly [name: string, value: Evaluate][]
  with: Binding | null
  each: Binding | null
}

function givenTo(tag: RenderSnippet): Given {
  const file = String(tag['file'])
  const binding = (bound: Bound | undefined): Binding | null =>
    bound === undefined
      ? null
      : {
          name: typeof bound.alias === 'string' ? bound.alias : file,
          value: compileToken(bound.value as Token),
        }
  return {
    file,
    args: Object.entries((tag['hash'] as Hash).hash).map(([key, value]) => [
      key,
      value === undefined ? () => true : compileToken(value),
    ]),
    with: binding(tag['with']),
    each: binding(tag['forBinding']),
  }
}

/** `{% content_for "blocks" %}`: the blocks of a section or a block, each by the file of its type. */
export class BlocksTag extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid)
    if (!/^\s*(?:"blocks"|'blocks')\s*$/.test(token.args))
      throw new Refused('content_for knows one thing: {% content_for "blocks" %}')
  }

  render(ctx: Context, emitter: Emitter): void {
    const { job } = ctx as DataContext
    for (const block of blocksAround(ctx as DataContext)) {
      const type = text(block, 'type')
      if (!new RegExp(`^${name}$`).test(type)) throw new Refused('a block has no type that could be a file')
      const inner = (ctx as DataContext).spawn()
      const scope = inner.bottom()
      scope['block'] = block
      scope['section'] = (ctx as DataContext).lookUp('section')
      job.budget.enter()
      run(job.parsed(`blocks/${type}.liquid`), inner, emitter as Output)
      job.budget.leave()
    }
  }
}

/** Those of the block that is being rendered, else those of the section. */
function blocksAround(ctx: DataContext): readonly unknown[] {
  const around = ctx.lookUp('block') ?? ctx.lookUp('section')
  const blocks = typeof around === 'object' && around !== null ? own(around as Blocks, 'blocks') : undefined
  return Array.isArray(blocks) ? (blocks as unknown[]) : []
}

type Blocks = Readonly<Record<string, unknown>>

function text(block: unknown, member: string): string {
  const value = typeof block === 'object' && block !== null ? own(block as Blocks, member) : undefined
  return typeof value === 'string' ? value : ''
}

/** `{% capture name %}`: what was written stays HTML. */
export class CaptureHtml extends CaptureTag {
  step(ctx: DataContext): void {
    const { budget, hole } = ctx.job
    const output = new Output(budget)
    run(this.templates, ctx, output)
    ctx.bottom()[this.variable] = new Markup(output.buffer, hole)
  }
}

/** `{% schema %}`: the settings of a section. They are read when the theme is, and show nothing. */
export class SchemaTag extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid)
    for (let next = remaining.shift(); next !== undefined; next = remaining.shift())
      if ((next as Partial<TagToken>).name === 'endschema') return
    throw new Refused('schema is not closed by {% endschema %}')
  }

  render(): void {}

  children(): Generator<unknown, Template[]> {
    return none()
  }
}

// oxlint-disable-next-line require-yield -- the library wants a generator
function* none(): Generator<unknown, Template[]> {
  return []
}
