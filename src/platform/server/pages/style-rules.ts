/*
 * Cuts a stylesheet into its rules, and finds by name what must stand in a document for a rule to match something there.
 * It reads any CSS, since it changes none: what it cannot tell needs nothing. (The reader of `features/theming/rules/
 * own-styles.ts` knows less of CSS and refuses the rest, since it decides what a merchant may write.)
 */

/** A stylesheet that is cut into its rules, for `createFirstStyles`. */
export interface StyleRules {
  rules: readonly StyleRule[]
  /** All names that some selector needs. */
  names: ReadonlySet<string>
}

export type StyleRule =
  | { kind: 'style'; selectors: readonly Selector[]; body: string }
  | { kind: 'group'; prelude: string; rules: readonly StyleRule[] }
  /** What other rules name: an animation, a font, a property. */
  | { kind: 'named'; name: string; text: string }
  | { kind: 'other'; text: string }

interface Selector {
  text: string
  needs: readonly Need[]
}

/** A name, as `shownIn` gives it; or lists of which one must be there as a whole. */
export type Need = string | readonly (readonly Need[])[]

export function readRules(css: string): StyleRules {
  const rules = rulesOf(css.replace(comments, '$1'))
  const names = new Set<string>()
  addNames(rules, names)
  return { rules, names }
}

/** Strings, which are kept, and comments, which are not. */
const comments = /("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')|\/\*[\s\S]*?\*\//g

/** Preludes of rules around others. */
const groups = /^@(?:media|supports|layer|container|scope|starting-style)\b/
const named =
  /^@(?:(?:-webkit-)?keyframes|property|counter-style|position-try|font-palette-values)\s+["']?([\w-]+)/
const family = /(?:^|;)\s*font-family\s*:\s*["']?([^"';]+)/
/** Nothing of it concerns the first paint on a screen; an import stands at the beginning of a stylesheet or not at all. */
const elsewhere = /^@(?:media print$|page\b|import\b|charset\b|namespace\b)/

function rulesOf(css: string): StyleRule[] {
  return statementsOf(css).flatMap(({ prelude, body }): StyleRule[] => {
    if (elsewhere.test(prelude)) return []
    if (body === null) return prelude.startsWith('@') ? [{ kind: 'other', text: `${prelude};` }] : []
    if (groups.test(prelude)) return [{ kind: 'group', prelude, rules: rulesOf(body) }]
    if (prelude.startsWith('@')) {
      const text = `${prelude}{${body}}`
      const name = prelude === '@font-face' ? family.exec(body)?.[1] : named.exec(prelude)?.[1]
      return [name === undefined ? { kind: 'other', text } : { kind: 'named', name, text }]
    }
    const selectors = parts(prelude, ',').flatMap((text): Selector[] => {
      const needs = needsOf(text)
      return needs === null ? [] : [{ text, needs }]
    })
    return selectors.length === 0 ? [] : [{ kind: 'style', selectors, body }]
  })
}

/** What stands one after the other, each with the text in its braces; null for what has none. */
function statementsOf(css: string): { prelude: string; body: string | null }[] {
  const found: { prelude: string; body: string | null }[] = []
  let start = 0
  let open = 0
  let depth = 0
  for (let at = 0; at < css.length; at = next(css, at)) {
    const char = css[at]
    if (char === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (char === '}') {
      depth -= 1
      if (depth > 0) continue
      found.push({ prelude: css.slice(start, open).trim(), body: css.slice(open + 1, at).trim() })
      start = at + 1
    } else if (char === ';' && depth === 0) {
      found.push({ prelude: css.slice(start, at).trim(), body: null })
      start = at + 1
    }
  }
  return found
}

/** The index after the character, the string or the parentheses at `at`. */
function next(css: string, at: number): number {
  const char = css[at]
  if (char === '\\') return at + 2
  if (char === '"' || char === "'") {
    let end = at + 1
    while (end < css.length && css[end] !== char) end += css[end] === '\\' ? 2 : 1
    return end + 1
  }
  if (char !== '(' && char !== '[') return at + 1
  const close = char === '(' ? ')' : ']'
  let end = at + 1
  while (end < css.length && css[end] !== close) end = next(css, end)
  return end + 1
}

/** The pieces between separators that stand neither in strings nor in parentheses. */
function parts(text: string, separator: string): string[] {
  const found: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at = next(text, at)) {
    if (text[at] !== separator) continue
    found.push(text.slice(start, at))
    start = at + 1
  }
  found.push(text.slice(start))
  return found.map((piece) => piece.trim())
}

/** States that only a hand brings about, and what is drawn in them alone. */
const later =
  /:(?:hover|active|focus(?:-visible|-within)?|user-invalid|popover-open|autofill|fullscreen|modal)\b|::(?:backdrop|selection|view-transition)/
/** A sign that is escaped, a letter beyond ASCII, a namespace, the parent of a nested rule: not taken apart. */
const unreadable = /[\\|&\u0080-\uffff]/

/** Null for a selector that matches nothing before somebody touches the page. */
function needsOf(selector: string): Need[] | null {
  const needs = new Set<Need>()
  let bare = ''
  for (let at = 0, end = 0; at < selector.length; at = end) {
    end = next(selector, at)
    const piece = selector.slice(at, end)
    if (selector[at] === '[') {
      const name = /^\[\s*([\w-]+)/.exec(piece)?.[1]
      const language = /^\[lang\|=["']?([\w-]+)/.exec(piece)?.[1]
      if (name !== undefined) needs.add(`[${name.toLowerCase()}]`)
      if (language !== undefined) needs.add(languageName(language))
    } else if (selector[at] === '(') {
      const inner = needsWithin(/:(\w+)$/.exec(bare)?.[1], piece.slice(1, -1))
      if (inner === null) return null
      if (inner.length > 0) needs.add(inner)
    } else bare += piece
  }
  if (later.test(bare)) return null
  if (unreadable.test(bare)) return []
  bare = bare.replace(/::?[\w-]+/g, '')
  for (const [name] of bare.matchAll(/[.#][\w-]+/g)) needs.add(name)
  for (const [, name] of bare.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/gi)) needs.add(name!.toLowerCase())
  return [...needs]
}

/** Of which one must be there; empty for what cannot be told; null where none ever is at first. */
function needsWithin(pseudo: string | undefined, inner: string): Need[][] | null {
  if (pseudo === 'lang') {
    const languages = parts(inner, ',').map((tag) => tag.replace(/["']/g, ''))
    return languages.some((tag) => !/^[\w-]+$/.test(tag)) ? [] : languages.map((tag) => [languageName(tag)])
  }
  if (pseudo !== 'is' && pseudo !== 'where') return []
  const lists = parts(inner, ',').flatMap((selector) => {
    const needs = needsOf(selector)
    return needs === null ? [] : [needs]
  })
  if (lists.length === 0) return null
  return lists.some((needs) => needs.length === 0) ? [] : lists
}

/** The name of a language, and of all that are part of it. */
export function languageName(tag: string): string {
  return `lang ${tag.toLowerCase()}`
}

function addNames(rules: readonly StyleRule[], names: Set<string>): void {
  const add = (need: Need): void => {
    if (typeof need === 'string') names.add(need)
    else for (const list of need) list.forEach(add)
  }
  for (const rule of rules) {
    if (rule.kind === 'group') addNames(rule.rules, names)
    else if (rule.kind === 'style') for (const { needs } of rule.selectors) needs.forEach(add)
  }
}
