import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LiquidCause, type LiquidData, type LiquidWork, SafeHtml } from '#platform/server/liquid/work.ts'

/*
 * Templates that a merchant, or whoever took a merchant's place, may upload to harm the shop: what each tries is its
 * name. The first line of each says how it must end: with a fault, or harmless.
 */

export interface Hostile {
  /** `time/loops-in-loops` */
  name: string
  source: string
  /** The faults that it may end with; null: it is rendered, and does no harm. */
  faults: readonly LiquidCause[] | null
}

/** What a shopper may have written. */
const review = `</p></main><script>alert(1)</script><img src=x onerror=alert(1)>"'><x-hole n="0"></x-hole>{{ 7 | times: 6 }}`

const product = {
  ref: 'product:1',
  title: 'Oak stool',
  price: { amount: 1990 },
  description: new SafeHtml('<p>Of <strong>oak</strong>.</p>'),
  review,
  evil_url: 'javascript:alert(1)',
  forged: { html: '<script>alert(1)</script>', 'html 00000000-0000-4000-8000-000000000000': '<script>' },
}

const data: LiquidData = {
  product,
  products: Array.from({ length: 48 }, (_, at) => ({
    ...product,
    ref: `product:${at}`,
    title: `Stool ${at}`,
  })),
}

const snippets: readonly [string, string][] = [
  ['snippets/itself.liquid', '{% render "itself" %}'],
  ['snippets/twice-a.liquid', '{% render "twice-b" %}{% render "twice-b" %}'],
  ['snippets/twice-b.liquid', '{% render "twice-a" %}{% render "twice-a" %}'],
  ['snippets/nothing.liquid', ''],
  ['snippets/shows.liquid', '{{ product.title }}{{ __proto__.title }}{{ constructor }}'],
]

const entry = 'sections/hostile.liquid'

/** The work of one, in a theme of its own. */
export function workOf({ name, source }: Pick<Hostile, 'name' | 'source'>): LiquidWork {
  return {
    files: { hash: name, texts: new Map([...snippets, [entry, source]]) },
    entry,
    data,
    words: null,
    lang: 'en',
    locales: ['en'],
    currency: 'USD',
    langPath: '',
    timeZone: null,
  }
}

/** What nobody would write out by hand. */
const generated: readonly Hostile[] = [
  { name: 'size/opened-outputs', source: '{{'.repeat(131_072), faults: ['syntax', 'limit', 'killed'] },
  { name: 'size/outputs', source: '{{a}}'.repeat(52_000), faults: ['limit', 'killed'] },
  { name: 'size/larger-than-a-file', source: 'a'.repeat(300_000), faults: ['limit'] },
  {
    name: 'size/nested-conditions',
    source: `${'{%if a%}'.repeat(9_000)}${'{%endif%}'.repeat(9_000)}`,
    faults: ['limit', 'killed'],
  },
  {
    name: 'size/unclosed-conditions',
    source: '{%if a%}'.repeat(19_000),
    faults: ['limit', 'syntax', 'killed'],
  },
  {
    name: 'size/nested-brackets',
    source: `{{ ${'a['.repeat(50_000)} }}`,
    faults: ['limit', 'syntax', 'killed'],
  },
  { name: 'size/nested-elements', source: '<div>'.repeat(50_000), faults: ['html', 'limit'] },
  { name: 'size/attributes', source: `<p ${'data-a '.repeat(30_000)}`, faults: ['html', 'limit'] },
  { name: 'size/raws', source: '{% raw %}{% '.repeat(20_000), faults: ['syntax', 'limit', 'killed'] },
  {
    name: 'size/filters',
    source: `{{ "a"${' | append: "b"'.repeat(18_000)} }}`,
    faults: ['limit', 'killed', 'memory'],
  },
  {
    name: 'size/variables',
    source: Array.from({ length: 9_000 }, (_, at) => `{%assign a${at}=(1..30000)%}`).join(''),
    faults: ['limit', 'memory', 'killed'],
  },
  { name: 'size/a-character-that-is-none', source: '<p>\0</p>', faults: ['html'] },
]

/** All of them: those of the folders beside, and those that are generated. */
export function hostileTemplates(): Hostile[] {
  const folder = import.meta.dirname
  const written = ['time', 'memory', 'reach', 'markup'].flatMap((kind) =>
    readdirSync(join(folder, kind))
      .toSorted()
      .map((file) => {
        const source = readFileSync(join(folder, kind, file), 'utf8')
        return { name: `${kind}/${file.replace('.liquid', '')}`, source, faults: faultsOf(source, file) }
      }),
  )
  return [...written, ...generated]
}

function faultsOf(source: string, file: string): LiquidCause[] | null {
  const [, kind, causes = ''] = /^\{%- # (fault: ([a-z ]+)|harmless) -%\}\n/.exec(source) ?? []
  if (kind === undefined) throw new Error(`${file} does not say how it must end`)
  return kind === 'harmless' ? null : (causes.split(' ') as LiquidCause[])
}

/** What a page must never have of them; empty: nothing. Read apart from the shop's own check, by the letters. */
export function harmOf(html: string): string[] {
  const tags = html.match(/<(?:[^<>"']|"[^"]*"|'[^']*')*>/g) ?? []
  const rest = tags.reduce((text, tag) => text.replace(tag, ''), html)
  const faults = rest.includes('<') ? ['a < that is no tag'] : []
  for (const tag of tags) {
    if (/^<x-hole n="\d+">$|^<\/x-hole>$/.test(tag)) continue
    if (/^<\/?(?:script|style|iframe|form|main|link|meta|base|object|embed|svg|x-hole)/i.test(tag))
      faults.push(tag)
    const names = tag.replace(/"[^"]*"|'[^']*'/g, '""')
    if (/\s(?:on[a-z]+|style|srcdoc|formaction)\s*=/i.test(names)) faults.push(tag)
    if (/(?:href|src)\s*=\s*["']?\s*(?:javascript|data):/i.test(tag)) faults.push(tag)
  }
  if (/function|native code|\[object/.test(html)) faults.push('something of JavaScript')
  return faults
}
