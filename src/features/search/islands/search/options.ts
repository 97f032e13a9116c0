import type { Segment } from '../../contract.ts'
import type { Suggested } from './suggestions.ts'
import type { searchTexts } from './texts.ts'

type Name = Extract<
  (typeof searchTexts)[number],
  | 'search.history'
  | 'search.hot'
  | 'search.mean'
  | 'search.terms'
  | 'search.products'
  | 'search.categories'
  | 'search.collections'
  | 'search.articles'
  | 'search.pages'
>

export interface Option {
  href: string
  title: readonly Segment[]
  /** The term to store in the history when it is chosen; null if it is no search. */
  term: string | null
  product: Suggested['products'][number] | null
}

export interface Group {
  name: Name
  options: readonly Option[]
  /** Index of its first option among all options. */
  start: number
}

/** The options for `q`, in the order of the arrow keys. */
export function groupsFor(
  q: string,
  answer: Suggested | null,
  history: readonly string[],
  action: string,
): Group[] {
  const own = history.filter((term) => holds(term, q) && term !== q).slice(0, q === '' ? 6 : 3)
  const isOwn = new Set(own.map((term) => term.toLowerCase()))
  const searches = (links: readonly { text: string; href: string }[]): Option[] =>
    links
      .filter(({ text }) => !isOwn.has(text.toLowerCase()))
      .map(({ text, href }) => ({ href, title: marked(text, q), term: text, product: null }))
  const hits = (found: readonly { href: string; title: readonly Segment[] }[]): Option[] =>
    found.map(({ href, title }) => ({ href, title, term: null, product: null }))
  const groups: Omit<Group, 'start'>[] = [
    {
      name: 'search.history',
      options: own.map((term) => ({
        href: `${action}?q=${encodeURIComponent(term)}`,
        title: marked(term, q),
        term,
        product: null,
      })),
    },
  ]
  if (answer) {
    groups.push(
      { name: 'search.mean', options: answer.didYouMean ? searches([answer.didYouMean]) : [] },
      { name: 'search.hot', options: q === '' ? searches(answer.hot) : [] },
      { name: 'search.terms', options: searches(answer.terms) },
      {
        name: 'search.products',
        options: answer.products.map((product) => ({
          href: product.href,
          title: product.title,
          term: null,
          product,
        })),
      },
      { name: 'search.categories', options: hits(answer.categories) },
      { name: 'search.collections', options: hits(answer.collections) },
      { name: 'search.articles', options: hits(answer.articles) },
      { name: 'search.pages', options: hits(answer.pages) },
    )
  }
  return numbered(groups.filter(({ options }) => options.length > 0))
}

function numbered(groups: readonly Omit<Group, 'start'>[]): Group[] {
  let start = 0
  return groups.map((group) => {
    const first = start
    start += group.options.length
    return { ...group, start: first }
  })
}

function holds(term: string, q: string): boolean {
  return term.toLowerCase().includes(q.toLowerCase())
}

/** A term with the typed part marked. */
function marked(text: string, q: string): Segment[] {
  const at = q === '' ? -1 : text.toLowerCase().indexOf(q.toLowerCase())
  if (at === -1) return [{ text, mark: false }]
  return [
    { text: text.slice(0, at), mark: false },
    { text: text.slice(at, at + q.length), mark: true },
    { text: text.slice(at + q.length), mark: false },
  ].filter((segment) => segment.text !== '')
}
