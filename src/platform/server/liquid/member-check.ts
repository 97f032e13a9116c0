import {
  AssignTag,
  CaptureTag,
  ForTag,
  type Hash,
  TablerowTag,
  type Template,
  type Token,
  TypeGuards,
  Value,
} from 'liquidjs'
import { own } from '#domain/by-word.ts'
import { meantWord } from '#domain/edit-distance.ts'
import { RenderSnippet } from './flow-tags.ts'
import { limits } from './limits.ts'
import { anything, type Shape, type Shapes } from './shape.ts'
import type { Theme } from './theme.ts'
import type { LiquidFault } from './work.ts'

/*
 * Members of objects that no page gives, and texts that no language has: what a template would show as nothing, without
 * a word. Loops, variables and snippets are followed as far as it is certain what they stand for.
 */

/** @param hasText whether `t` knows a key */
export function memberFaults(
  theme: Theme,
  file: string,
  templates: readonly Template[],
  objects: Shapes,
  hasText: (key: string) => boolean,
): LiquidFault[] {
  const walk = new Walk(theme, objects, hasText)
  walk.file(file, templates, Object.create(null) as Record<string, Shape>)
  return [...walk.faults.values()]
}

/** The names of a file that are defined in it, besides the objects of its page. */
interface Scope {
  /** Loops, the innermost last. */
  loops: Shapes[]
  /** Variables assigned so far, and the parameters of a snippet. */
  names: Record<string, Shape>
  /** Assigned at several places, or there before: which of them counts is known only when it is rendered. */
  unsure: ReadonlySet<string>
}

class Walk {
  readonly faults = new Map<string, LiquidFault>()
  readonly #theme: Theme
  readonly #objects: Shapes
  readonly #hasText: (key: string) => boolean
  /** Snippets with their parameters. */
  readonly #seen = new Set<string>()
  readonly #ids = new Map<Shape, number>()
  #file = ''
  #depth = 0
  #scope: Scope = { loops: [], names: {}, unsure: new Set() }

  constructor(theme: Theme, objects: Shapes, hasText: (key: string) => boolean) {
    this.#theme = theme
    this.#objects = objects
    this.#hasText = hasText
  }

  file(file: string, templates: readonly Template[], given: Record<string, Shape>): void {
    const [outerFile, outerScope] = [this.#file, this.#scope]
    this.#file = file
    const unsure = new Set(
      [...assignments(templates)].flatMap(([name, times]) =>
        times > 1 || Object.hasOwn(given, name) || Object.hasOwn(this.#objects, name) ? [name] : [],
      ),
    )
    this.#scope = { loops: [], names: given, unsure }
    this.#depth += 1
    this.#visit(templates)
    this.#depth -= 1
    this.#file = outerFile
    this.#scope = outerScope
  }

  #visit(templates: readonly Template[]): void {
    for (const template of templates) this.#one(template)
  }

  #one(template: Template): void {
    for (const argument of template.arguments?.() ?? []) this.#argument(argument)
    if (template instanceof AssignTag) this.#assign(template['key'], this.#typeOf(template['value']))
    else if (template instanceof CaptureTag) this.#assign(template.variable, written)
    else if (template instanceof RenderSnippet) this.#snippet(template)
    else if (template instanceof ForTag || template instanceof TablerowTag) this.#loop(template)
    else this.#visit(childrenOf(template))
  }

  #assign(name: string, shape: Shape): void {
    this.#scope.names[name] = this.#scope.unsure.has(name) ? anything : shape
  }

  #loop(tag: ForTag | TablerowTag): void {
    const { variable, collection } = tag
    const scope: Record<string, Shape> = Object.create(null)
    scope['forloop'] = scope['tablerowloop'] = anything
    scope[variable] = elementOf(this.#typeOf(collection))
    this.#scope.loops.push(scope)
    this.#visit(tag.templates)
    this.#scope.loops.pop()
    if (tag instanceof ForTag) this.#visit(tag.elseTemplates ?? [])
  }

  #snippet(tag: RenderSnippet): void {
    const name = String(tag['file'])
    const file = `snippets/${name}.liquid`
    const given: Record<string, Shape> = Object.create(null)
    for (const [key, value] of Object.entries((tag['hash'] as Hash).hash))
      given[key] = value === undefined ? anything : this.#typeOf(value)
    const one = tag['with'] as Bound | undefined
    const each = tag['forBinding'] as Bound | undefined
    if (one !== undefined) given[nameOf(one, name)] = this.#typeOf(one.value)
    if (each !== undefined) {
      given[nameOf(each, name)] = elementOf(this.#typeOf(each.value))
      given['forloop'] = anything
    }
    const passed = Object.entries(given).map(([key, shape]) => `${key} ${this.#idOf(shape)}`)
    const seen = `${file} ${passed.join(' ')}`
    if (this.#seen.has(seen) || this.#depth > limits.depth) return
    this.#seen.add(seen)
    try {
      this.file(file, this.#theme.parsed(file), given)
    } catch {
      // It is not there, or cannot be read: that is said of the snippet itself.
    }
  }

  #idOf(shape: Shape): number {
    const id = this.#ids.get(shape) ?? this.#ids.size
    this.#ids.set(shape, id)
    return id
  }

  #argument(argument: unknown): void {
    if (!(argument instanceof Value)) return void this.#typeOf(argument, true)
    for (const token of argument.initial.postfix) this.#typeOf(token, true)
    for (const { args } of argument.filters)
      for (const arg of args) this.#typeOf(Array.isArray(arg) ? arg[1] : arg, true)
    const [first] = argument.initial.postfix
    if (argument.filters[0]?.name === 't' && first !== undefined && TypeGuards.isQuotedToken(first))
      this.#text(first.content, first)
  }

  #text(key: string, token: Token): void {
    if (!this.#hasText(key))
      this.#fault(
        token,
        `there is no text "${key.slice(0, 80)}" in locales/en.json, which stands in for all languages`,
      )
  }

  /**
   * The shape of a value; `any` where it is not certain. @param isSaid whether a member that is not there is a fault
   */
  #typeOf(value: unknown, isSaid = false): Shape {
    if (value instanceof Value) return this.#typeOfValue(value)
    if (!isToken(value)) return anything
    if (TypeGuards.isRangeToken(value)) {
      this.#typeOf(value.lhs, isSaid)
      this.#typeOf(value.rhs, isSaid)
      return numbers
    }
    return TypeGuards.isPropertyAccessToken(value) ? this.#path(value, isSaid) : anything
  }

  #typeOfValue({ initial: { postfix }, filters }: Value): Shape {
    if (postfix.length !== 1) return anything
    let shape = this.#typeOf(postfix[0])
    for (const { name } of filters) {
      if (name === 'first' || name === 'last') shape = elementOf(shape)
      else if (!keeping.has(name)) return anything
    }
    return shape
  }

  #path(token: PathToken, isSaid: boolean): Shape {
    const { variable, props } = token
    for (const prop of props) if (TypeGuards.isPropertyAccessToken(prop)) this.#path(prop, isSaid)
    const [root, ...rest] = props.map(staticName)
    if (variable !== undefined || typeof root !== 'string') return anything
    let shape = this.#named(root)
    let path = root
    for (const name of rest) {
      if (name === null) {
        shape = elementOf(shape)
        path += '[…]'
        continue
      }
      const next = memberOf(shape, name)
      if (next === null) {
        if (isSaid) this.#fault(token, lacking(path, String(name), shape))
        return anything
      }
      shape = next
      path += `.${name}`
    }
    return shape
  }

  /** Names that there are not are said by another check. */
  #named(name: string): Shape {
    const { loops, names } = this.#scope
    for (const scope of loops.toReversed()) if (Object.hasOwn(scope, name)) return scope[name]!
    return own(names, name) ?? own(this.#objects, name) ?? anything
  }

  #fault(token: Token, message: string): void {
    const line = token.getPosition()[0] ?? 1
    const fault = { cause: 'missing', file: this.#file, line, message } as const
    this.faults.set(`${this.#file}:${line}:${message}`, fault)
  }
}

const number: Shape = { kind: 'number' }
const numbers: Shape = { kind: 'list', of: number, usual: 0 }
/** The text that `capture` keeps. */
const written: Shape = { kind: 'html' }

interface Bound {
  value: unknown
  alias?: unknown
}

function nameOf({ alias }: Bound, name: string): string {
  return typeof alias === 'string' ? alias : name
}

type PathToken = Token & {
  variable?: Token | undefined
  props: readonly Token[]
}

function isToken(value: unknown): value is Token {
  return typeof value === 'object' && value !== null && 'kind' in value
}

/** Filters that leave the entries of a list as they are. */
const keeping: ReadonlySet<string> = new Set(['where', 'sort', 'sort_natural', 'reverse', 'compact', 'uniq'])

/** The name that is written; null for one that is known only when it is rendered. */
function staticName(token: Token): string | number | null {
  if (TypeGuards.isPropertyAccessToken(token)) return null
  const { content } = token as { content?: unknown }
  return typeof content === 'string' || typeof content === 'number' ? content : null
}

function elementOf(shape: Shape): Shape {
  if (shape.kind === 'maybe') return elementOf(shape.of)
  return shape.kind === 'list' ? shape.of : anything
}

/** Null: there is none. */
function memberOf(shape: Shape, name: string | number): Shape | null {
  switch (shape.kind) {
    case 'any':
      return anything
    case 'maybe':
      return memberOf(shape.of, name)
    case 'object':
      return own(shape.members, String(name)) ?? (name === 'size' ? number : null)
    case 'list':
      if (typeof name === 'number' || /^-?\d+$/.test(name) || name === 'first' || name === 'last')
        return shape.of
      return name === 'size' ? number : null
    case 'text':
    case 'html':
    case 'moment':
      return name === 'size' ? number : null
    default:
      return null
  }
}

function lacking(path: string, name: string, shape: Shape): string {
  const bare = shape.kind === 'maybe' ? shape.of : shape
  if (bare.kind !== 'object') {
    const kinds: Partial<Record<Shape['kind'], string>> = {
      list: 'a list',
      number: 'a number',
      flag: 'true or false',
    }
    return `${path} is ${kinds[bare.kind] ?? 'a text'}, and has no "${name.slice(0, 60)}"`
  }
  const known = Object.keys(bare.members)
  const meant = meantWord(name, known)
  const has = known.length === 0 ? '' : `; it has ${known.join(', ')}`
  const { whereToAdd } = bare
  const next = whereToAdd === undefined ? '' : `${has === '' ? ':' : ', or'} add it to ${whereToAdd}`
  return `${path} has no "${name.slice(0, 60)}"${meant}${has}${next}`
}

/** How often each name is assigned. */
function assignments(templates: readonly Template[]): Map<string, number> {
  const counts = new Map<string, number>()
  const look = (all: readonly Template[]): void => {
    for (const template of all) {
      if (template instanceof AssignTag || template instanceof CaptureTag) {
        const name = template instanceof AssignTag ? template['key'] : template.variable
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      look(childrenOf(template))
    }
  }
  look(templates)
  return counts
}

/** What stands between a tag and its end; snippets stand elsewhere. */
function childrenOf(template: Template): readonly Template[] {
  if (template instanceof RenderSnippet || template.children === undefined) return []
  const { value } = template.children(false, true).next()
  return Array.isArray(value) ? (value as Template[]) : []
}
