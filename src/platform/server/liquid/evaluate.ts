import {
  defaultOperators,
  Drop,
  isFalsy,
  type Token,
  toValueSync,
  TypeGuards,
  type Value,
  toValue,
} from 'liquidjs'
import type { Context } from 'liquidjs'
import { byWord } from '#domain/by-word.ts'
import { type DataContext, Markup, Sanitised } from './values.ts'

/*
 * Values of templates as plain functions. The library evaluates them by generators, so that they can wait: ours never
 * do, and a page of cards takes a tenth of the time.
 */

export type Evaluate = (ctx: DataContext) => unknown

/** `product.title | upcase` */
export function compileValue({ initial, filters }: Value): Evaluate {
  const first = compileExpression(initial.postfix)
  if (filters.length === 0) return first
  const steps = filters.map((filter) => compileFilter(filter as unknown as LibraryFilter))
  return (ctx) => {
    let value = first(ctx)
    for (const step of steps) value = step(value, ctx)
    return value
  }
}

/** What the library keeps of a filter. */
interface LibraryFilter {
  handler: (this: object, value: unknown, ...args: unknown[]) => unknown
  args: readonly (Token | [name: string, value: Token | undefined])[]
  token: object
  liquid: object
}

function compileFilter({
  handler,
  args,
  token,
  liquid,
}: LibraryFilter): (value: unknown, ctx: DataContext) => unknown {
  const compiled = args.map((arg): Evaluate => {
    if (!Array.isArray(arg)) return compileToken(arg)
    const [name, given] = arg
    const value = compileToken(given)
    return (ctx) => [name, value(ctx)]
  })
  return (value, ctx) => {
    const given = compiled.map((arg) => arg(ctx))
    return settled(handler.call({ context: ctx, token, liquid }, value, ...given))
  }
}

function settled(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function'
    ? toValueSync(value as never)
    : value
}

/** A value without filters, as arguments and lists are. */
export function compileToken(token: Token | undefined): Evaluate {
  if (token === undefined) return () => undefined
  if (TypeGuards.isPropertyAccessToken(token)) return compilePath(token)
  if (TypeGuards.isRangeToken(token)) return compileRange(token)
  if ('content' in token) {
    const { content } = token
    return () => content
  }
  return () => undefined
}

type PathToken = Extract<Parameters<typeof compileToken>[0], object> & {
  variable?: Token
  props: readonly Token[]
}

function compilePath(token: Token): Evaluate {
  const { variable, props } = token as PathToken
  const names = props.map(compileToken)
  const root = variable === undefined ? null : compileToken(variable)
  const plain = props.every((prop) => 'content' in prop)
    ? props.map((prop) => (prop as { content?: unknown }).content)
    : null
  if (root === null && plain !== null) {
    const [first, ...rest] = plain
    return (ctx) => {
      let value = ctx.lookUp(first)
      for (const name of rest) value = ctx.readProperty(value, name)
      return value
    }
  }
  return (ctx) => {
    const keys = names.map((name) => toValue(name(ctx)) as unknown)
    let value = root === null ? ctx.lookUp(keys.shift()) : root(ctx)
    for (const key of keys) value = ctx.readProperty(value, key)
    return value
  }
}

function compileRange(token: Token): Evaluate {
  const { lhs, rhs } = token as unknown as { lhs: Token; rhs: Token }
  const [low, high] = [compileToken(lhs), compileToken(rhs)]
  return (ctx) => {
    const from = Number(toValue(low(ctx)))
    const count = Number(toValue(high(ctx))) - from + 1
    if (!(count > 0)) return []
    ctx.job.budget.use(count)
    return Array.from({ length: Math.floor(count) }, (_, at) => from + at)
  }
}

/** In the order in which its operators want them: operands first. */
function compileExpression(postfix: readonly Token[]): Evaluate {
  if (postfix.length === 1) return compileToken(postfix[0])
  const stack: Evaluate[] = []
  for (const token of postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      stack.push(compileToken(token))
      continue
    }
    const right = stack.pop() ?? nothing
    if (token.operator === 'not') {
      stack.push((ctx) => isFalsy(right(ctx), ctx))
      continue
    }
    stack.push(compileOperator(token.operator, stack.pop() ?? nothing, right))
  }
  return stack.at(-1) ?? nothing
}

const nothing: Evaluate = () => undefined

type Operator = (left: unknown, right: unknown, ctx: Context) => unknown

const operators = byWord(defaultOperators as unknown as Record<string, Operator>)

function compileOperator(name: string, left: Evaluate, right: Evaluate): Evaluate {
  if (name === 'and') return (ctx) => !isFalsy(left(ctx), ctx) && !isFalsy(right(ctx), ctx)
  if (name === 'or') return (ctx) => !isFalsy(left(ctx), ctx) || !isFalsy(right(ctx), ctx)
  const operator = operators[name]
  if (operator === undefined) throw new Error(`there is no operator "${name}"`)
  return (ctx) => {
    const [l, r] = [plain(left(ctx)), plain(right(ctx))]
    if (name === '==' && isSimple(l) && isSimple(r)) return (l ?? null) === (r ?? null)
    if (name === '!=' && isSimple(l) && isSimple(r)) return (l ?? null) !== (r ?? null)
    // It looks through a list.
    if (Array.isArray(l)) ctx.job.budget.use(l.length)
    return settled(operator(l, r, ctx))
  }
}

/** HTML is compared as the text that it is. */
function plain(value: unknown): unknown {
  return value instanceof Markup || value instanceof Sanitised ? value.valueOf() : value
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

export function isTrue(value: unknown): boolean {
  const found = value instanceof Drop ? (toValue(value) as unknown) : value
  return found !== false && found !== null && found !== undefined
}
