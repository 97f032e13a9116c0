import {
  type Context,
  type Emitter,
  Hash,
  type Liquid,
  type Parser,
  Tag,
  type TagToken,
  type Template,
  type TopLevelToken,
  toValue,
  type ValueToken,
} from 'liquidjs'
import { own } from '#domain/by-word.ts'
import { LimitReached } from './budget.ts'
import { checkOutput } from './checked-output.ts'
import { compileToken, type Evaluate } from './evaluate.ts'
import { Refused } from './faults.ts'
import { text } from './filters.ts'
import { limits } from './limits.ts'
import { Output } from './output.ts'
import { placeOf } from './places.ts'
import { run } from './steps.ts'
import { type DataContext, Markup, Sanitised } from './values.ts'
import { isPageFile, type PartTag, type PartValue } from './work.ts'

/*
 * The tags by which a template asks for a part of the shop. Each writes a place and notes what is wanted there: the page
 * builds it, so that no template can build it wrong.
 */

interface Shape {
  /** The first thing after its name: a name in quotes, an object, or nothing at all. */
  first: 'name' | 'subject' | 'nothing'
  /** Whether it may hold HTML up to its end tag. */
  hasInner: boolean
  example: string
  /** Only a whole page may have it, and each of them once. */
  isOfPage?: boolean
}

const shapes: Readonly<Record<Exclude<PartTag, 'html'>, Shape>> = {
  island: { first: 'name', hasInner: true, example: '{% island "product-buttons", slug: product.slug %}' },
  form: { first: 'name', hasInner: true, example: '{% form "cart/add", product: product %}' },
  picture: { first: 'subject', hasInner: false, example: '{% picture product.picture, sizes: "50vw" %}' },
  price: { first: 'subject', hasInner: false, example: '{% price product %}' },
  link: { first: 'subject', hasInner: true, example: '{% link product %}' },
  section: { first: 'name', hasInner: false, example: '{% section "newsletter" %}', isOfPage: true },
  main: { first: 'nothing', hasInner: false, example: '{% main %}', isOfPage: true },
}

/** A class for each, as the library wants them. */
export function partTagClasses(): [name: string, type: typeof PartOfTemplate][] {
  return Object.entries(shapes).map(([name, shape]) => [
    name,
    class extends PartOfTemplate {
      constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
        super(token, remaining, liquid, parser, name as PartTag, shape)
      }
    } as unknown as typeof PartOfTemplate,
  ])
}

class PartOfTemplate extends Tag {
  readonly #tag: PartTag
  readonly partName: string | null
  readonly #subject: Evaluate | null
  readonly #args: readonly [name: string, value: Evaluate][]
  readonly given: readonly ValueToken[]
  readonly #isOfPage: boolean
  #line: number | null = null
  readonly #inner: Template[] | null

  constructor(
    token: TagToken,
    remaining: TopLevelToken[],
    liquid: Liquid,
    parser: Parser,
    tag: PartTag,
    { first, hasInner, example, isOfPage = false }: Shape,
  ) {
    super(token, remaining, liquid)
    if (isOfPage && !isPageFile(token.file ?? ''))
      throw new Refused(`${tag} stands in a whole page alone, templates/<page>.liquid`)
    this.#tag = tag
    this.#isOfPage = isOfPage
    this.partName = first === 'name' ? nameIn(token, example) : null
    const subject = first === 'nothing' ? undefined : this.tokenizer.readValue()
    if (subject === undefined && first !== 'nothing')
      throw new Refused(`${tag} wants something to show: ${example}`)
    this.#subject = first === 'subject' ? compileToken(subject) : null
    this.tokenizer.skipBlank()
    const { hash } = new Hash(this.tokenizer)
    this.#args = Object.entries(hash).map(([key, value]) => [
      key,
      value === undefined ? () => true : compileToken(value),
    ])
    this.given = [subject, ...Object.values(hash)].filter((value) => value !== undefined) as ValueToken[]
    this.tokenizer.skipBlank()
    if (!this.tokenizer.end())
      throw new Refused(`${tag} cannot read "${this.tokenizer.remaining().slice(0, 40)}": write ${example}`)
    this.#inner = hasInner && hasEnd(tag, remaining) ? inside(tag, remaining, parser) : null
  }

  step(ctx: DataContext, output: Output): void {
    const args: Record<string, PartValue> = Object.create(null)
    for (const [name, value] of this.#args) args[name] = partValue(value(ctx), 0)
    if (this.#isOfPage) placeOnce(this.#tag, this.partName, ctx)
    const line = (this.#line ??= this.token.getPosition()[0] ?? 1)
    const part = {
      tag: this.#tag,
      name: this.partName,
      subject: this.#subject === null ? null : partValue(this.#subject(ctx), 0),
      args,
      inner: this.#inner === null ? null : innerHtml(this.#inner, ctx),
      file: this.token.file ?? '',
      line,
    }
    output.write(placeOf(ctx.job, part))
  }

  render(ctx: Context, emitter: Emitter): void {
    this.step(ctx as DataContext, emitter as Output)
  }

  // oxlint-disable-next-line require-yield -- the library wants a generator
  *children(): Generator<unknown, Template[]> {
    return this.#inner ?? []
  }

  *arguments(): Generator<ValueToken> {
    yield* this.given
  }
}

/** Of a section that a page shows twice, every id would be there twice. */
function placeOnce(tag: PartTag, name: string | null, { job: { parts } }: DataContext): void {
  const placed = parts.filter((part) => part.tag === tag)
  if (placed.some((part) => part.name === name))
    throw new Refused(`${name === null ? tag : `${tag} "${name}"`} stands here twice`)
  if (placed.length >= limits.sections)
    throw new LimitReached(`it places more than ${limits.sections} sections`)
}

function nameIn(token: TagToken, example: string): string {
  const name = /^\s*(?:"([a-zA-Z0-9/_-]{1,60})"|'([a-zA-Z0-9/_-]{1,60})')/.exec(token.args)
  if (name === null) throw new Refused(`${token.name} wants a name in quotes: ${example}`)
  return name[1] ?? name[2] ?? ''
}

/** Whether its end tag comes before another tag of the same kind. */
function hasEnd(tag: string, remaining: readonly TopLevelToken[]): boolean {
  const next = remaining.find((token) => {
    const { name } = token as Partial<TagToken>
    return name === tag || name === `end${tag}`
  })
  return (next as TagToken | undefined)?.name === `end${tag}`
}

function inside(tag: string, remaining: TopLevelToken[], parser: Parser): Template[] {
  const templates: Template[] = []
  for (let token = remaining.shift(); token !== undefined; token = remaining.shift()) {
    if ((token as Partial<TagToken>).name === `end${tag}`) return templates
    templates.push(parser.parseToken(token, remaining))
  }
  throw new Refused(`${tag} is not closed by {% end${tag} %}`)
}

function innerHtml(templates: Template[], ctx: DataContext): string {
  const output = new Output(ctx.job.budget)
  run(templates, ctx, output)
  return checkOutput(output, ctx.job)
}

const deepest = 6

/** Plain data of a value; of an object of the catalogue only what tells which one it is. */
function partValue(value: unknown, depth: number): PartValue {
  if (value instanceof Markup || value instanceof Sanitised) return text(value)
  const plain = toValue(value) as unknown
  if (plain === null || plain === undefined) return null
  if (typeof plain === 'string' || typeof plain === 'boolean') return plain
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : null
  if (typeof plain !== 'object') return null
  if (depth > deepest) throw new LimitReached('a part is given data that is nested too deep')
  if (Array.isArray(plain)) return plain.map((one) => partValue(one, depth + 1))
  const ref = own(plain as Record<string, unknown>, 'ref')
  if (typeof ref === 'string') return { ref }
  const made: Record<string, PartValue> = Object.create(null)
  for (const [name, one] of Object.entries(plain)) made[name] = partValue(one, depth + 1)
  return made
}
