import { byWord } from '#domain/by-word.ts'
import { counted } from '#wire/shown-text.ts'
import { namesIn, plainIn, readPlain, foreignMark, type ForeignFiles, type Plain } from './foreign-files.ts'
import { aroundIn } from './foreign-frame.ts'
import type { SectionContext } from './foreign-reader.ts'
import { sectionOf } from './foreign-sections.ts'
import type { ImportReport } from './report.ts'

/* Templates of pages of another platform, as those of this shop. */

/** Pages by their names there. */
const pages = byWord({
  index: 'home',
  product: 'product',
  collection: 'collection',
  page: 'page',
  blog: 'article-list',
  article: 'article',
  cart: 'cart',
  search: 'search',
})

const mostShown = 25

/** By `templates/<page>.json` of the new theme. */
export function templatesOf(
  files: ForeignFiles,
  current: Plain,
  context: SectionContext,
  report: ImportReport,
): Map<string, Plain> {
  const made = new Map<string, Plain>()
  for (const path of files.keys()) {
    const name = /^templates\/(.+)\.json$/.exec(path)?.[1]
    if (name === undefined) continue
    const page = pages[name]
    if (page === undefined) {
      report.left(path, '', whyNoPage(name))
      continue
    }
    const given = readPlain(files, path, report)
    if (given !== null) add(page, given, path, '')
  }
  // Themes of an older kind have their home page among the settings, with what stands around every page.
  const around = aroundIn(current)
  const placed = Object.entries(plainIn(current, 'sections')).filter(([id]) => !Object.hasOwn(around, id))
  if (!made.has('templates/home.json') && Array.isArray(current['content_for_index']))
    add(
      'home',
      { sections: Object.fromEntries(placed), order: current['content_for_index'] },
      foreignMark,
      'current.',
    )
  else
    for (const [id] of placed)
      report.left(foreignMark, `current.sections.${id}`, 'it is not shown: no file of templates/ names it')

  function add(page: string, given: Plain, path: string, at: string): void {
    const template = templateOf(given, { path, at, context, report })
    if (template === null) report.left(path, '', 'nothing in it could be taken')
    else if (page !== 'home' && !template.hasMain)
      report.left(path, '', 'the page itself is in none of its sections: it stays as the shop has it')
    else made.set(`templates/${page}.json`, template.written)
  }
  return made
}

function whyNoPage(name: string): string {
  const [page = '', entry] = name.split('.')
  const here = pages[page]
  return entry !== undefined && here !== undefined
    ? `a template of one entry has its slug here: write templates/${here}.<slug>.json`
    : 'that page is as the program has it'
}

interface Reading {
  path: string
  /** Where sections stand in the file, with a point behind. */
  at: string
  context: SectionContext
  report: ImportReport
}

interface ReadTemplate {
  written: Plain
  /** The page itself stands among its sections. */
  hasMain: boolean
}

function templateOf(given: Plain, { path, at, context, report }: Reading): ReadTemplate | null {
  const all = plainIn(given, 'sections')
  const { names, others } = namesIn(given['order'], all)
  const named = new Set(names)
  const sections = byWord<Plain>()
  const order: string[] = []
  let hasMain = false
  for (const id of Object.keys(all))
    if (!named.has(id)) report.left(path, `${at}sections.${id}`, 'it is not shown: order does not name it')
  if (others > 0)
    report.left(
      path,
      `${at}sections`,
      `${counted(others, 'entry of its order is', 'entries of its order are')} no name of a section, or there twice`,
    )
  for (const id of named) {
    const one = plainIn(all, id)
    const type = typeof one['type'] === 'string' ? one['type'] : ''
    const here = `${at}sections.${id}`
    const noType = Object.hasOwn(all, id) ? 'it has no type' : 'its order names it, and it is not there'
    const known = type === '' ? noType : sectionOf(type, one, context)
    // By its name, where the type is one that only the theme itself knows.
    const read = typeof known === 'string' && id === 'main' ? { section: { type: 'main' }, left: [] } : known
    if (typeof read === 'string') {
      report.left(path, here, read)
      continue
    }
    const isMain = read.section.type === 'main'
    if ((isMain && hasMain) || order.length >= mostShown) {
      report.left(
        path,
        here,
        isMain ? 'the page itself stands once' : `a template shows at most ${mostShown} sections`,
      )
      continue
    }
    hasMain ||= isMain
    const to = freeId(id, sections)
    sections[to] = { ...read.section, ...(one['disabled'] === true ? { disabled: true } : {}) }
    order.push(to)
    report.taken(path, here, `the section ${read.section.type}`)
    for (const { at: setting, reason } of read.left) report.left(path, `${here}.${setting}`, reason)
  }
  return order.length === 0 ? null : { written: { sections, order }, hasMain }
}

/** As ids are here: a small letter first. */
function freeId(id: string, taken: object): string {
  const plain = id.replace(/[^\w-]/g, '_')
  const wanted = (/^[a-z]/.test(plain) ? plain : `s_${plain}`).slice(0, 36)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wanted : `${wanted}_${number}`
    if (!Object.hasOwn(taken, free)) return free
  }
}
