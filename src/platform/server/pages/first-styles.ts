import type { Stylesheet } from '#wire/stylesheets.ts'
import { sourceOf } from './content-policy.ts'
import type { Shown } from './shown.ts'
import type { Need, StyleRule, StyleRules } from './style-rules.ts'

/*
 * The styles that a document needs for its first paint: the theme, and of all its other stylesheets only the rules that
 * can match something in it. They stand in the document itself, so that nothing is painted later because a stylesheet is
 * still on its way; the stylesheets follow whole. A rule that is wrongly left out comes with them, and one that is
 * wrongly taken costs some bytes.
 */

export interface FirstStyles {
  /** For a `<style>` element. */
  text: string
  /** The hash that a content security policy allows it by. */
  source: string
}

/** The theme as documents have it. */
export interface ThemeStyles {
  /**
   * Without the theme's own styles for its sections. Documents have it whole and load no stylesheet of it: with a
   * second copy of its `@font-face` rules, a browser lays out the whole page once more.
   */
  css: string
  /** The theme's own styles for its sections, and the address of a stylesheet with them; null for a theme without any. */
  own: { rules: StyleRules; href: string } | null
}

/** @param names the stylesheets of the page, in their order */
export type FirstStylesOf = (theme: ThemeStyles, names: readonly Stylesheet[], shown: Shown) => FirstStyles

/** Pages of one type show the same things again and again. */
const mostCached = 100

/** Documents that show the same things have the same styles: these are cached, for each theme. */
export function createFirstStyles(sheets: Readonly<Record<Stylesheet, StyleRules>>): FirstStylesOf {
  const caches = new WeakMap<ThemeStyles, Map<string, FirstStyles>>()
  return (theme, names, shown) => {
    const cache = caches.get(theme) ?? new Map<string, FirstStyles>()
    caches.set(theme, cache)
    const used = [...(theme.own === null ? [] : [theme.own.rules]), ...names.map((name) => sheets[name])]
    const key = `${names.join()} ${used.map((sheet) => bitsOf(sheet, shown)).join(' ')}`
    const cached = cache.get(key)
    if (cached) return cached
    // In a string of a stylesheet as well, it would end the element.
    const text = (theme.css + firstStyles(used, shown)).replaceAll('</', '<\\/')
    const made = { text, source: sourceOf(text) }
    if (cache.size >= mostCached) cache.delete(cache.keys().next().value!)
    cache.set(key, made)
    return made
  }
}

/** Which of the names that the stylesheet's selectors need are there: a bit for each, sixteen in a character. */
function bitsOf({ names }: StyleRules, shown: Shown): string {
  let text = ''
  let bits = 0
  let count = 0
  for (const name of names) {
    bits = bits * 2 + (shown.has(name) ? 1 : 0)
    count += 1
    if (count % 16 !== 0) continue
    text += String.fromCharCode(bits)
    bits = 0
  }
  return text + String.fromCharCode(bits)
}

/** The rules of stylesheets that can match something of what is shown, in their order. */
export function firstStyles(sheets: readonly StyleRules[], shown: Shown): string {
  const all = sheets.flatMap(({ rules }) => rules)
  // Which animations the rules name is known when the rules are.
  const unnamed = taken(all, shown, null)
  return taken(all, shown, unnamed)
}

/** @param text in which a named thing is named that is taken; null takes none */
function taken(rules: readonly StyleRule[], shown: Shown, text: string | null): string {
  let css = ''
  for (const rule of rules) {
    if (rule.kind === 'other') css += rule.text
    else if (rule.kind === 'named') css += text?.includes(rule.name) === true ? rule.text : ''
    else if (rule.kind === 'group') css += groupOf(rule.prelude, taken(rule.rules, shown, text))
    else {
      const fitting = rule.selectors.filter(({ needs }) => needs.every((need) => isThere(need, shown)))
      if (fitting.length > 0) css += `${fitting.map((selector) => selector.text).join(',')}{${rule.body}}`
    }
  }
  return css
}

function groupOf(prelude: string, rules: string): string {
  if (rules !== '') return `${prelude}{${rules}}`
  // A layer counts by where it was named first: the stylesheet that follows cannot change that.
  return prelude.startsWith('@layer ') ? `${prelude};` : ''
}

function isThere(need: Need, shown: Shown): boolean {
  return typeof need === 'string'
    ? shown.has(need)
    : need.some((list) => list.every((one) => isThere(one, shown)))
}
