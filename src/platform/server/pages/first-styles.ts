/*
 * The styles that a document needs for its first paint: of all its stylesheets only the rules that can match something
 * in it. They stand in the document itself, so that nothing is painted later because a stylesheet is still on its way;
 * the stylesheets follow whole. A rule that is wrongly left out comes with them, and one that is wrongly taken costs
 * some bytes: what cannot be told is taken.
 */

/** A stylesheet that is cut into its rules, for `firstStyles`. */
export type StyleRules = readonly StyleRule[]

type StyleRule =
  | { kind: 'always'; text: string }
  | { kind: 'group'; prelude: string; rules: StyleRules }
  | { kind: 'style'; selectors: readonly Selector[]; body: string }
  | { kind: 'keyframes'; name: string; text: string }

interface Selector {
  text: string
  /** All that it needs, as `shownIn` names it. */
  needs: readonly string[]
}

/**
 * What stands in a piece of HTML, as selectors name it: `.card`, `#main`, `a`, `[hidden]`, and languages as
 * `lang zh-Hans`, with all that a language is part of.
 */
export type Shown = ReadonlySet<string>

/** Preludes of rules around others. */
const groups = /^@(?:media|supports|layer|container|scope|starting-style)\b/
/** Nothing of it concerns a screen that nobody has touched yet. */
const later =
  /:(?:hover|active|focus(?:-visible|-within)?|(?:user-)?invalid|popover-open|autofill|fullscreen|modal)\b|::(?:backdrop|selection|view-transition)/

/** Strings, which are kept, and comments, which are not. */
const comments = /("(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*')|\/\*[\s\S]*?\*\//g

/** Cuts a stylesheet into its rules. */
export function readRules(css: string): StyleRules {
  return rulesOf(css.replace(comments, '$1'))
}

function rulesOf(css: string): StyleRule[] {
  return statementsOf(css).flatMap(({ prelude, body }): StyleRule[] => {
    if (body === null) return prelude.startsWith('@') ? [{ kind: 'always', text: `${prelude};` }] : []
    if (/^@media print\b/.test(prelude)) return []
    if (groups.test(prelude)) return [{ kind: 'group', prelude, rules: rulesOf(body) }]
    const keyframes = /^@keyframes\s+(\S+)/.exec(prelude)
    if (keyframes) return [{ kind: 'keyframes', name: keyframes[1]!, text: `${prelude}{${body}}` }]
    if (prelude.startsWith('@')) return [{ kind: 'always', text: `${prelude}{${body}}` }]
    const selectors = parts(prelude, ',').flatMap(selectorOf)
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

function selectorOf(text: string): Selector[] {
  // What stands in parentheses may as well be something else that matches, or must not be there.
  const plain = withoutParentheses(text)
  if (later.test(plain)) return []
  // A name with a sign that is escaped is not taken apart.
  if (plain.includes('\\')) return [{ text, needs: [] }]
  const needs = new Set<string>()
  for (const [, name] of plain.matchAll(/\[([\w-]+)/g)) needs.add(`[${name}]`)
  for (const [, by, of] of text.matchAll(/\[lang\|=["']?([\w-]+)|^[^(]*:lang\(([\w-]+)\)/g))
    needs.add(`lang ${by ?? of!}`)
  const bare = plain.replace(/\[[^\]]*\]|::?[\w-]+/g, '')
  for (const [name] of bare.matchAll(/[.#][\w-]+/g)) needs.add(name)
  for (const [, name] of bare.matchAll(/(?:^|[\s>+~])([a-z][\w-]*)/g)) needs.add(name!)
  return [{ text, needs: [...needs] }]
}

function withoutParentheses(selector: string): string {
  let plain = ''
  for (let at = 0; at < selector.length;) {
    const end = next(selector, at)
    if (selector[at] !== '(') plain += selector.slice(at, end)
    at = end
  }
  return plain
}

/** What stands in some HTML. Attributes are quoted, as the server's own HTML has them. */
export function shownIn(html: string): Set<string> {
  const shown = new Set<string>()
  // Cards repeat their attributes: each text of classes is taken apart once.
  const classes = new Set<string>()
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    at += 1
    let end = wordEnd(html, at)
    if (end === at) continue
    shown.add(html.slice(at, end))
    for (at = end; html[at] === ' '; at = end) {
      const start = at + 1
      end = wordEnd(html, start)
      if (end === start) break
      const name = html.slice(start, end)
      shown.add(`[${name}]`)
      if (html[end] !== '=') continue
      const quote = html[end + 1]!
      const close = html.indexOf(quote, end + 2)
      if (close === -1) return shown
      if (name === 'class') classes.add(html.slice(end + 2, close))
      else if (name === 'id') shown.add(`#${html.slice(end + 2, close)}`)
      else if (name === 'lang') addLanguage(shown, html.slice(end + 2, close))
      end = close + 1
    }
  }
  for (const text of classes) for (const name of text.split(' ')) shown.add(`.${name}`)
  return shown
}

/** The index behind the letters, digits, hyphens and colons from `at` on. */
function wordEnd(html: string, at: number): number {
  for (let end = at; ; end++) {
    const code = html.charCodeAt(end)
    const isOfName =
      (code >= 97 && code <= 122) || code === 45 || (code >= 48 && code <= 58) || (code >= 65 && code <= 90)
    if (!isOfName) return end
  }
}

/** `zh-Hant-HK` is also `zh-Hant` and `zh`. */
function addLanguage(shown: Set<string>, tag: string): void {
  for (let end = tag.length; end > 0; end = tag.lastIndexOf('-', end - 1))
    shown.add(`lang ${tag.slice(0, end)}`)
}

/** HTML without what closed popovers hold: nobody sees it before the stylesheets are there. */
export function withoutPopovers(html: string): string {
  const opening = /<([a-z]+)\b[^>]*\spopover\b[^>]*>/g
  let kept = ''
  let from = 0
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const start = found.index + found[0].length
    const end = closingOf(html, found[1]!, start)
    kept += html.slice(from, start)
    from = opening.lastIndex = end
  }
  return kept + html.slice(from)
}

/** Where the element closes whose content begins at `start`. */
function closingOf(html: string, tag: string, start: number): number {
  const tags = new RegExp(`<(/?)${tag}\\b`, 'g')
  tags.lastIndex = start
  let depth = 1
  for (let found = tags.exec(html); found !== null; found = tags.exec(html)) {
    depth += found[1] === '' ? 1 : -1
    if (depth === 0) return found.index
  }
  return html.length
}

/** The rules of a stylesheet that can match something of what is shown, in their order. */
export function firstStyles(rules: StyleRules, shown: Shown): string {
  const animations: Extract<StyleRule, { kind: 'keyframes' }>[] = []
  const text = taken(rules, shown, animations)
  // They stand behind: an animation is found wherever it stands.
  return (
    text +
    animations
      .filter(({ name }) => text.includes(name))
      .map((one) => one.text)
      .join('')
  )
}

function taken(
  rules: StyleRules,
  shown: Shown,
  animations: Extract<StyleRule, { kind: 'keyframes' }>[],
): string {
  let text = ''
  for (const rule of rules) {
    if (rule.kind === 'always') text += rule.text
    else if (rule.kind === 'keyframes') animations.push(rule)
    else if (rule.kind === 'group') {
      const inner = taken(rule.rules, shown, animations)
      if (inner !== '') text += `${rule.prelude}{${inner}}`
    } else {
      const fitting = rule.selectors.filter(({ needs }) => needs.every((need) => shown.has(need)))
      if (fitting.length > 0) text += `${fitting.map((selector) => selector.text).join(',')}{${rule.body}}`
    }
  }
  return text
}
