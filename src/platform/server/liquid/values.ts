import { Context, Drop, type Liquid, type Template, toValue } from 'liquidjs'
import type { Budget } from './budget.ts'
import type { Words } from './words.ts'
import type { PartRequest } from './work.ts'

/** What one rendering has at hand. */
export interface Job {
  budget: Budget
  words: Words
  lang: string
  langPath: string
  currency: string
  timeZone: string | null
  parts: PartRequest[]
  /** Characters of what the parts were given so far. */
  partsSize: number
  /** The name of the elements that stand for parts: no template can know it. */
  hole: string
  /** A file of the theme, parsed; throws `FileMissing`. */
  parsed: (file: string) => Template[]
}

/** HTML that a template has written already: an output writes it as it is. */
export class Markup extends Drop {
  readonly html: string
  readonly #hole: string
  /** @param hole the secret name of elements that stand for parts */
  constructor(html: string, hole: string) {
    super()
    this.html = html
    this.#hole = hole
  }
  /** For filters, which know texts alone: what they make of it is a text again, and knows no places of parts. */
  override valueOf(): string {
    const pieces = this.html.split(`<${this.#hole} n="`)
    if (pieces.length === 1) return this.html
    const end = `</${this.#hole}>`
    return pieces
      .map((piece, at) => (at === 0 ? piece : piece.slice(piece.indexOf(end) + end.length)))
      .join('')
  }
}

/** HTML of the shop's that was sanitised: a text, unless the filter `raw` is asked for it. */
export class Sanitised extends Drop {
  readonly #html: string
  constructor(html: string) {
    super()
    this.#html = html
  }
  override valueOf(): string {
    return this.#html
  }
}

/** Data from JSON: frozen, and with its sanitised HTML as such. */
export function thaw(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = thaw(value[at], key)
    return Object.freeze(value)
  }
  if (Object.hasOwn(value, key)) return new Sanitised(String((value as Record<string, unknown>)[key]))
  const record = value as Record<string, unknown>
  for (const name of Object.keys(record)) {
    const member = record[name]
    if (typeof member === 'object' && member !== null) record[name] = thaw(member, key)
  }
  return Object.freeze(record)
}

/** What the library's own objects of loops answer to. */
const ofLoops: ReadonlySet<unknown> = new Set([
  'col',
  'col0',
  'col_first',
  'col_last',
  'first',
  'index',
  'index0',
  'last',
  'length',
  'rindex',
  'rindex0',
  'row',
])

/** A context that reads data and nothing that JavaScript adds to it. */
export class DataContext extends Context {
  readonly job: Job
  constructor(scope: object, { liquid, globals, job }: { liquid: Liquid; globals: object; job: Job }) {
    const { budget } = job
    super(
      scope,
      liquid.options,
      { sync: true, globals },
      // It has all that is asked of the library's limiters.
      { memoryLimit: budget as never, renderLimit: budget as never, liquid },
    )
    this.job = job
  }

  override spawn(scope: object = Object.create(null) as object): DataContext {
    return new DataContext(scope, { liquid: this.liquid as Liquid, globals: this.globals, job: this.job })
  }

  /** The value of a name: of the innermost loop or snippet that has it, else of the page. */
  lookUp(name: unknown): unknown {
    const key = String(name)
    const scopes = this['scopes']
    for (let at = scopes.length - 1; at >= 0; at -= 1) {
      const scope = scopes[at]!
      if (Object.hasOwn(scope, key)) return scope[key]
    }
    const around = Object.hasOwn(this.environments, key) ? this.environments : this.globals
    return Object.hasOwn(around, key) ? (around as Readonly<Record<string, unknown>>)[key] : undefined
  }

  override readProperty(object: unknown, name: unknown): unknown {
    const key = toValue(name) as unknown
    if (typeof key !== 'string' && typeof key !== 'number') return undefined
    if (object instanceof Markup || object instanceof Sanitised)
      return key === 'size' ? object.valueOf().length : undefined
    if (object instanceof Drop)
      return ofLoops.has(key) ? ofLoop(object, key as keyof typeof object) : undefined
    if (typeof object === 'string') return key === 'size' ? object.length : undefined
    if (typeof object !== 'object' || object === null) return undefined
    if (Array.isArray(object)) return ofList(object, key)
    if (Object.hasOwn(object, key)) return (object as Record<string, unknown>)[key]
    return key === 'size' && !isScope(object) ? Object.keys(object).length : undefined
  }
}

function ofLoop(loop: Drop, key: keyof Drop): unknown {
  const value = loop[key] as unknown
  return typeof value === 'function' ? (value.call(loop) as unknown) : value
}

function ofList(list: readonly unknown[], key: string | number): unknown {
  if (key === 'size') return list.length
  if (key === 'first') return list[0]
  if (key === 'last') return list.at(-1)
  const index = typeof key === 'number' ? key : Number(key)
  return Number.isInteger(index) ? list.at(index) : undefined
}

/** The variables of a template are no object that it could ask for its size. */
function isScope(object: object): boolean {
  return Object.getPrototypeOf(object) === null
}
