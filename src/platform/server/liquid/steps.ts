import {
  AssignTag,
  CaseTag,
  Drop,
  EchoTag,
  ForTag,
  type Hash,
  IfTag,
  LiquidError,
  LiquidTag,
  Output as OutputTemplate,
  RenderError,
  type Template,
  type Token,
  TokenKind,
  toValue,
  toValueSync,
  UnlessTag,
  type Value,
} from 'liquidjs'
import { outputEscape } from './filters.ts'
import { compileToken, compileValue, type Evaluate, isTrue } from './evaluate.ts'
import type { Output } from './output.ts'
import type { DataContext } from './values.ts'

/*
 * Templates as plain functions: the tags that every page runs hundreds of times. All others run as the library has
 * them. What a template means is the library's: its parser reads it, and its tests are ours (`steps.test.ts`).
 */

/** Writes what a template writes. */
export type Step = (ctx: DataContext, output: Output) => void

interface Compiled {
  template: Template
  token: Token
  step: Step
}

const compiled = new WeakMap<readonly Template[], readonly Compiled[]>()

/** Renders templates in their order. Throws what the library does, with the place. */
export function run(templates: readonly Template[], ctx: DataContext, output: Output): void {
  const { budget } = ctx.job
  budget.node()
  let current: Template | null = null
  try {
    for (const { template, token, step } of stepsOf(templates)) {
      current = template
      budget.node()
      output.at(token)
      step(ctx, output)
      if (ctx.breakCalled || ctx.continueCalled) return
    }
  } catch (error) {
    throw LiquidError.is(error) || current === null ? error : new RenderError(error as Error, current)
  }
}

function stepsOf(templates: readonly Template[]): readonly Compiled[] {
  let steps = compiled.get(templates)
  if (steps === undefined) {
    steps = templates.map((template) => ({ template, token: template.token, step: stepOf(template) }))
    compiled.set(templates, steps)
  }
  return steps
}

/** A template that brings its own. */
export interface HasStep {
  step(ctx: DataContext, output: Output): void
}

function stepOf(template: Template): Step {
  if (template.token.kind === TokenKind.HTML) {
    const { str } = template as unknown as { str: string }
    return (_ctx, output) => output.write(str)
  }
  if (template instanceof OutputTemplate) return outputStep(template.value)
  if (template instanceof IfTag) return ifStep(template)
  if (template instanceof UnlessTag) return unlessStep(template)
  if (template instanceof ForTag) return forStep(template)
  if (template instanceof AssignTag) return assignStep(template)
  if (template instanceof CaseTag) return caseStep(template)
  if (template instanceof LiquidTag) return (ctx, output) => run(template.templates, ctx, output)
  if (template instanceof EchoTag && template['value'] !== undefined) return echoStep(template['value'])
  if ('step' in template) return (ctx, output) => (template as unknown as HasStep).step(ctx, output)
  return (ctx, output) => {
    const html = toValueSync(template.render(ctx, output) as never) as unknown
    if (html) output.write(html)
  }
}

/** The library has put `outputEscape` behind its filters: it is called without what filters are called with. */
function outputStep({ initial, filters }: Value): Step {
  const last = filters.at(-1) as { handler?: unknown } | undefined
  const isEscaped = last?.handler === outputEscape
  const evaluate = compileValue({ initial, filters: isEscaped ? filters.slice(0, -1) : filters } as Value)
  return isEscaped
    ? (ctx, output) => output.write(outputEscape.call({ context: ctx }, evaluate(ctx)))
    : (ctx, output) => output.write(evaluate(ctx))
}

function echoStep(value: Value): Step {
  const evaluate = compileValue(value)
  return (ctx, output) => output.write(outputEscape.call({ context: ctx }, evaluate(ctx)))
}

function ifStep({ branches, elseTemplates = [] }: IfTag): Step {
  const tests = branches.map(({ value, templates }) => ({ test: compileValue(value), templates }))
  return (ctx, output) => {
    const taken = tests.find(({ test }) => isTrue(test(ctx)))
    run(taken?.templates ?? elseTemplates, ctx, output)
  }
}

/** Its first branch is taken when it is not so, each `elsif` when it is. */
function unlessStep({ branches, elseTemplates }: UnlessTag): Step {
  const tests = branches.map(({ value, templates }, at) => ({
    test: compileValue(value),
    wanted: at > 0,
    templates,
  }))
  return (ctx, output) => {
    const taken = tests.find(({ test, wanted }) => isTrue(test(ctx)) === wanted)
    run(taken?.templates ?? elseTemplates, ctx, output)
  }
}

function assignStep(tag: AssignTag): Step {
  const evaluate = compileValue(tag['value'])
  const name = tag['key']
  return (ctx) => {
    ctx.bottom()[name] = evaluate(ctx)
  }
}

function caseStep({ value, branches, elseTemplates }: CaseTag): Step {
  const subject = compileValue(value)
  const whens = branches.map(({ values, templates }) => ({
    values: values.map((token) => compileToken(token)),
    templates,
  }))
  return (ctx, output) => {
    const wanted = toValue(subject(ctx)) as unknown
    let isTaken = false
    for (const { values, templates } of whens) {
      if (!values.some((one) => isSame(wanted, one(ctx)))) continue
      isTaken = true
      run(templates, ctx, output)
    }
    if (!isTaken) run(elseTemplates, ctx, output)
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (right instanceof Drop && typeof right['equals'] === 'function')
    return toValueSync(right['equals'](left) as never) as boolean
  return (left ?? null) === ((toValue(right) as unknown) ?? null)
}

/** What `forloop` is within a loop. */
export class Loop extends Drop {
  index0 = 0
  readonly length: number
  constructor(length: number) {
    super()
    this.length = length
  }
  get index(): number {
    return this.index0 + 1
  }
  get rindex(): number {
    return this.length - this.index0
  }
  get rindex0(): number {
    return this.length - this.index0 - 1
  }
  get first(): boolean {
    return this.index0 === 0
  }
  get last(): boolean {
    return this.index0 === this.length - 1
  }
}

function forStep({ variable, collection, hash, templates, elseTemplates }: ForTag): Step {
  const list = compileToken(collection)
  const options = optionsOf(hash)
  const resume = `continue-${variable}-${collection.getText()}`
  return (ctx, output) => {
    const all = entriesOf(list(ctx))
    if (all.length === 0) return run(elseTemplates, ctx, output)
    const items = chosen(all, options, ctx, resume)
    const loop = new Loop(items.length)
    const scope: Record<string, unknown> = Object.assign(Object.create(null) as object, { forloop: loop })
    ctx.push(scope)
    for (const item of items) {
      scope[variable] = item
      ctx.continueCalled = ctx.breakCalled = false
      run(templates, ctx, output)
      if (ctx.breakCalled) break
      loop.index0 += 1
    }
    ctx.continueCalled = ctx.breakCalled = false
    ctx.pop()
  }
}

interface LoopOptions {
  offset: Evaluate | null
  isResumed: boolean
  limit: Evaluate | null
  isReversed: boolean
}

function optionsOf({ hash }: Hash): LoopOptions {
  const offset = hash['offset']
  return {
    offset: offset === undefined ? null : compileToken(offset),
    isResumed: offset?.getText() === 'continue',
    limit: hash['limit'] === undefined ? null : compileToken(hash['limit']),
    isReversed: 'reversed' in hash,
  }
}

function chosen(
  all: readonly unknown[],
  { offset, isResumed, limit, isReversed }: LoopOptions,
  ctx: DataContext,
  resume: string,
): readonly unknown[] {
  const from = isResumed ? ctx.getRegister(resume, 0) : whole(offset?.(ctx) ?? 0)
  const most = limit === null ? all.length : whole(limit(ctx))
  const items = from === 0 && most >= all.length ? all : all.slice(from, from + most)
  if (items !== all || isReversed) ctx.job.budget.use(items.length)
  ctx.setRegister(resume, from + items.length)
  return isReversed ? items.toReversed() : items
}

function whole(value: unknown): number {
  const number = Math.trunc(Number(toValue(value)))
  return number > 0 ? number : 0
}

/** What a loop goes through: a list, the pairs of an object, a text as one. */
export function entriesOf(value: unknown): readonly unknown[] {
  const plain = toValue(value) as unknown
  if (Array.isArray(plain)) return plain
  if (typeof plain === 'string') return plain === '' ? [] : [plain]
  return typeof plain === 'object' && plain !== null ? Object.entries(plain) : []
}
