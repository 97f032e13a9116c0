import { parseAst, type Plugin } from 'vite'

/*
 * React without what no island uses. React DOM decides by the tag of a fiber what to do with it, so where fibers of
 * a tag are never made, all that stands behind that tag is dead, and the minifier takes it out. Making one throws,
 * and the build refuses a module that imports what is not there. Why, and what to do after an update of React: docs/decisions/039-react-without-unused-parts.md.
 */

/** The tags of fibers that are not made, and for what React would make them. */
const leftOut: Readonly<Record<number, string>> = {
  4: 'createPortal',
  8: 'StrictMode',
  11: 'forwardRef',
  12: 'Profiler',
  13: 'Suspense',
  16: 'lazy',
  18: 'a Suspense boundary that the server did not finish',
  19: 'SuspenseList',
  22: 'the hidden part of Suspense and Activity',
  23: 'the hidden part of Suspense and Activity',
  26: 'link, meta, script, style and title that move to the head',
  27: 'html, head and body',
  30: 'ViewTransition',
  31: 'Activity',
}

/** Functions inside React DOM that only serve what `react-dom` no longer offers. */
const leftOutFunctions = [
  'prefetchDNS',
  'preconnect',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitStyle',
  'preinitModuleScript',
]

/** What these would answer is only read in development. */
const answers: Readonly<Record<string, string>> = { getStackByFiberInDevAndProd: "return ''" }

/** Hooks, which React DOM keeps in tables by name. */
const leftOutHooks = [
  'use',
  'useActionState',
  'useCacheRefresh',
  'useEffectEvent',
  'useFormState',
  'useHostTransitionStatus',
  'useMemoCache',
  'useOptimistic',
]

/** What `react` and `react-dom` no longer offer. */
const leftOutExports = [
  ...leftOutFunctions.slice(0, 4),
  ...leftOutHooks,
  '__COMPILER_RUNTIME',
  'Activity',
  'addTransitionType',
  'browser',
  'cache',
  'cacheSignal',
  'Children',
  'cloneElement',
  'createPortal',
  'forwardRef',
  'lazy',
  'preinit',
  'preinitModule',
  'Profiler',
  'requestFormReset',
  'StrictMode',
  'Suspense',
  'unstable_batchedUpdates',
  'unstable_useCacheRefresh',
  'useFormStatus',
  'ViewTransition',
]

/** How often each kind of change is made in a file of the React that is installed: another number, another React. */
interface Changes {
  cases: number
  comparisons: number
  makers: number
  functions: number
  hooks: number
  exports: number
}

const none: Changes = { cases: 0, comparisons: 0, makers: 0, functions: 0, hooks: 0, exports: 0 }

const expected: Readonly<Record<string, Changes>> = {
  'react.production.js': { ...none, exports: 18 },
  'react-dom.production.js': { ...none, exports: 12 },
  'react-dom-client.production.js': {
    ...none,
    cases: 161,
    comparisons: 83,
    makers: 13,
    functions: 8,
    hooks: 32,
  },
}

const reactFile = /\/node_modules\/(?:react|react-dom)\/cjs\/(react(?:-dom|-dom-client)?\.production\.js)$/

/** For the client build. */
export function leanReact(): Plugin {
  return {
    name: 'violet:lean-react',
    apply: 'build',
    transform: {
      filter: { id: [reactFile, /\/src\/.*\.tsx?$/] },
      handler(code, id) {
        const [, file] = reactFile.exec(id) ?? []
        if (file === undefined) {
          const missing = importedOf(code).filter((name) => leftOutExports.includes(name))
          if (missing.length > 0)
            this.error(
              `${missing.join(', ')} of React is left out of the build: scripts/bundle/lean-react.ts`,
            )
          return null
        }
        const { code: lean, changes } = withoutUnused(code)
        if (JSON.stringify(changes) !== JSON.stringify(expected[file]))
          this.error(
            `${file} is not the one that scripts/bundle/lean-react.ts knows: it changed ${JSON.stringify(changes)} and not ${JSON.stringify(expected[file])}. Read docs/decisions/039-react-without-unused-parts.md`,
          )
        return { code: lean, map: null }
      },
    },
  }
}

/** What a module imports by name from `react` and `react-dom`, types left out. */
export function importedOf(code: string): string[] {
  return [...code.matchAll(/\bimport\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]react(?:-dom)?['"]/g)].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim().split(/\s+as\s+/)[0]!)
        .filter((name) => name !== '' && !name.startsWith('type ')),
  )
}

interface Edit {
  start: number
  end: number
  text: string
}

/** A node of the syntax tree, whatever its kind. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** React DOM without what stands behind tags that are never made. */
export function withoutUnused(code: string): { code: string; changes: Changes } {
  const edits: Edit[] = []
  const changes: Changes = { ...none }

  function change(kind: keyof Changes, start: number, end: number, text: string): void {
    changes[kind] += 1
    edits.push({ start, end, text })
  }

  function visit(node: Node, within: string): void {
    if (node.type === 'FunctionDeclaration') {
      const { name } = node['id'] as Node & { name: string }
      const body = node['body'] as Node
      const answer = leftOutFunctions.includes(name) ? throwing(name) : answers[name]
      if (answer !== undefined) change('functions', body.start + 1, body.end - 1, answer)
      else visitAll(body, name)
    } else if (isComparison(node)) {
      change('comparisons', node.start, node.end, node['operator'] === '===' ? 'false' : 'true')
    } else if (node.type === 'SwitchStatement' && isTag(node['discriminant'] as Node)) {
      visitCases(node['cases'] as Case[], within)
    } else if (node.type === 'ObjectExpression' && isHookTable(node)) {
      for (const entry of node['properties'] as Node[])
        if (leftOutHooks.includes(nameOf(entry['key'] as Node) ?? '')) removeEntry(entry)
        else visitAll(entry, within)
    } else if (node.type === 'ExpressionStatement' && isLeftOutExport(node['expression'] as Node)) {
      change('exports', node.start, node.end, '')
    } else if (!visitMaker(node, within)) visitAll(node, within)
  }

  function removeEntry(entry: Node): void {
    const comma = /^\s*,/.exec(code.slice(entry.end))
    change('hooks', entry.start, entry.end + (comma?.[0].length ?? 0), '')
  }

  function visitAll(node: Node, within: string): void {
    for (const child of childrenOf(node)) visit(child, within)
  }

  /** A case that nothing comes to goes; one that the case before falls into keeps what it does. */
  function visitCases(cases: readonly Case[], within: string): void {
    let fallsThrough = false
    for (const one of cases) {
      const first = one.consequent[0]
      const isDead = one.test !== null && tagOf(one.test) !== null
      if (isDead && !fallsThrough) {
        change('cases', one.start, one.end, '')
        continue
      }
      if (isDead) change('cases', one.start, first?.start ?? one.end, '')
      for (const statement of one.consequent) visit(statement, within)
      if (first !== undefined) fallsThrough = !leaves(one.consequent.at(-1)!)
      else if (!isDead) fallsThrough = true
    }
  }

  /** Where fibers are made: by the tag itself, or with one that is chosen before. */
  function visitMaker(node: Node, within: string): boolean {
    if (node.type === 'CallExpression' && nameOf(node['callee'] as Node) === 'createFiberImplClass') {
      const tag = tagOf((node['arguments'] as Node[])[0]!)
      if (tag !== null) change('makers', node.start, node.end, thrown(leftOut[tag]!))
      return tag !== null
    }
    if (within !== 'createFiberFromTypeAndProps') return false
    if (node.type === 'AssignmentExpression' && nameOf(node['left'] as Node) === 'fiberTag') {
      const tag = tagOf(node['right'] as Node)
      if (tag !== null) change('makers', node.start, node.end, thrown(leftOut[tag]!))
      return tag !== null
    }
    if (node.type === 'ConditionalExpression' && tagOf(node['consequent'] as Node) !== null) {
      const otherwise = node['alternate'] as Node
      change('makers', node.start, otherwise.start, '')
      visit(otherwise, within)
      return true
    }
    return false
  }

  visitAll(parseAst(code) as unknown as Node, '')
  return { code: edited(code, edits) + (changes.makers > 0 ? thrower : ''), changes }
}

interface Case extends Node {
  test: Node | null
  consequent: Node[]
}

const thrower = `
function leftOutOfTheBuild(what) {
  throw Error(what + ' is left out of the build: scripts/bundle/lean-react.ts')
}
`

function throwing(what: string): string {
  return `${thrown(what)};`
}

function thrown(what: string): string {
  return `leftOutOfTheBuild(${JSON.stringify(what)})`
}

function isHookTable(node: Node): boolean {
  return (node['properties'] as Node[]).some((entry) => nameOf(entry['key'] as Node) === 'readContext')
}

/** `exports.Suspense = …` */
function isLeftOutExport(node: Node): boolean {
  const left = node.type === 'AssignmentExpression' ? (node['left'] as Node) : null
  return (
    left?.type === 'MemberExpression' &&
    nameOf(left['object'] as Node) === 'exports' &&
    leftOutExports.includes(nameOf(left['property'] as Node) ?? '')
  )
}

/** `13 === fiber.tag`, either way round. */
function isComparison(node: Node): boolean {
  if (node.type !== 'BinaryExpression') return false
  if (node['operator'] !== '===' && node['operator'] !== '!==') return false
  const [left, right] = [node['left'] as Node, node['right'] as Node]
  return (tagOf(left) !== null && isTag(right)) || (tagOf(right) !== null && isTag(left))
}

/** The tag that is left out, if `node` is the number of one. */
function tagOf(node: Node): number | null {
  const value = node.type === 'Literal' ? node['value'] : null
  return typeof value === 'number' && value in leftOut ? value : null
}

/** `fiber.tag`, or the variable that it was put into. */
function isTag(node: Node): boolean {
  return node.type === 'MemberExpression'
    ? node['computed'] === false && nameOf(node['property'] as Node) === 'tag'
    : nameOf(node) === 'tag'
}

function nameOf(node: Node): string | null {
  return node.type === 'Identifier' ? (node['name'] as string) : null
}

/** Whether nothing that follows `statement` is reached. */
function leaves(statement: Node): boolean {
  if (statement.type === 'BlockStatement') {
    const last = (statement['body'] as Node[]).at(-1)
    return last !== undefined && leaves(last)
  }
  return /^(?:Break|Return|Throw|Continue)Statement$/.test(statement.type)
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(
      (value): value is Node =>
        typeof value === 'object' && value !== null && typeof (value as Node).type === 'string',
    )
}

function edited(code: string, edits: readonly Edit[]): string {
  let text = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
