import {
  CaptureTag,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  RenderTag,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
} from 'liquidjs'
import { own } from '#domain/by-word.ts'
import { Refused } from './faults.ts'
import { Output } from './output.ts'
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

  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { budget } = (ctx as DataContext).job
    budget.enter()
    yield* super.render(ctx, emitter)
    budget.leave()
  }
}

/** `{% content_for "blocks" %}`: the blocks of a section or a block, each by the file of its type. */
export class BlocksTag extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid)
    if (!/^\s*(?:"blocks"|'blocks')\s*$/.test(token.args))
      throw new Refused('content_for knows one thing: {% content_for "blocks" %}')
  }

  *render(ctx: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const { job } = ctx as DataContext
    const { renderer } = this.liquid
    for (const block of blocksAround(ctx)) {
      const type = text(block, 'type')
      if (!new RegExp(`^${name}$`).test(type)) throw new Refused('a block has no type that could be a file')
      const inner = (ctx as DataContext).spawn()
      const scope = inner.bottom()
      scope['block'] = block
      scope['section'] = ctx.getSync(['section'])
      job.budget.enter()
      yield renderer.renderTemplates(job.parsed(`blocks/${type}.liquid`), inner, emitter)
      job.budget.leave()
    }
  }
}

/** Those of the block that is being rendered, else those of the section. */
function blocksAround(ctx: Context): readonly unknown[] {
  const around = ctx.getSync(['block']) ?? ctx.getSync(['section'])
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
  override *render(ctx: Context): Generator<unknown, void, string> {
    const { budget, hole } = (ctx as DataContext).job
    const output = new Output(budget)
    yield this.liquid.renderer.renderTemplates(this.templates, ctx, output)
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
