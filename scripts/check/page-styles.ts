import { posix } from 'node:path'
import { stylesheets, stylesheetsFor, type StyleArea, type Stylesheet } from '../../src/wire/stylesheets.ts'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'
import { islandsOnPage, reachable } from './page-islands.ts'

/** A page names the stylesheets of all that it can show, and a skeleton those of its page. */
export const pageStyles: Guard = { name: 'styles', floor: 20, look }

const layout = 'src/storefront/layout/frame.tsx'
const skeletons = 'src/storefront/layout/skeletons.tsx'

/**
 * Skeletons bring their stylesheets, and the frame adds that of a merchant's logo and links where there are any; of the
 * card the footer takes its form, which has no look.
 */
const unstyledInFrame = [
  skeletons,
  'src/storefront/layout/order-skeletons.tsx',
  'src/storefront/layout/page-skeletons.tsx',
  'src/storefront/layout/skeleton-parts.tsx',
  'src/storefront/layout/own-signs.tsx',
  'src/features/catalog/parts/product-card.tsx',
]

async function look(root: string): Promise<Sight> {
  const owners = new Map<string, Set<Stylesheet>>()
  const findings: Finding[] = []
  const placed = new Map<string, Stylesheet>()
  for (const name of stylesheets) {
    const sheet = sheetFile(name)
    for (const [, path = ''] of (await read(root, sheet)).matchAll(/@import '([^']+)'/g)) {
      const file = posix.join(posix.dirname(sheet), path)
      if (placed.has(file)) findings.push({ rule: 'styled-twice', file: sheet, text: file })
      placed.set(file, name)
      for (const owned of ownedClasses(await read(root, file)))
        owners.set(owned, (owners.get(owned) ?? new Set()).add(name))
    }
  }
  for (const file of await projectFiles(root, /^src\/.*\.css$/))
    if (
      !placed.has(file) &&
      !/^src\/(?:app\/styles|storefront\/gallery|features\/theming\/looks)\//.test(file)
    )
      findings.push({ rule: 'in-no-stylesheet', file, text: 'no stylesheet of src/app/styles imports it' })
  const pages = await pagesWithStyles(root)
  for (const { file, areas } of pages) {
    const shown = [file, ...(await islandsOnPage(root, file))]
    findings.push(...lacking(file, await reachable(root, shown, true), stylesheetsFor(areas), owners))
  }
  const parts = await placedParts(root)
  for (const { file, areas } of parts)
    findings.push(...lacking(file, await reachable(root, [file], true), stylesheetsFor(areas), owners))
  const frame = await reachable(root, [layout, ...(await islandsOnPage(root, layout))], true)
  for (const file of unstyledInFrame) frame.delete(file)
  findings.push(...lacking(layout, frame, ['base'], owners))
  findings.push(...checkSkeletons(await read(root, skeletons), pages))
  return { seen: placed.size + pages.length + parts.length, findings }
}

interface StyledPage {
  file: string
  /** As its data calls it: the pages of an area have one name. */
  name: string | null
  areas: readonly StyleArea[]
}

async function pagesWithStyles(root: string): Promise<StyledPage[]> {
  const pages: StyledPage[] = []
  for (const file of await projectFiles(root, /^src\/.*\/pages\/[\w-]+\.page\.tsx$/)) {
    for (const text of [await read(root, file), ...(await besides(root, file))]) {
      const areas = areasOf(text)
      if (areas === null) continue
      pages.push({ file, name: /^\s*name: '([\w-]+)'/m.exec(text)?.[1] ?? null, areas })
      break
    }
  }
  return pages
}

/** Parts and sections that only a merchant places name their stylesheets beside themselves: a file's parts, taken together. */
async function placedParts(root: string): Promise<{ file: string; areas: StyleArea[] }[]> {
  const files = await projectFiles(root, /^src\/storefront\/(?:sections\/)?placed\/[\w-]+\.tsx$/)
  const parts = await Promise.all(
    files.map(async (file) => ({ file, lists: allAreas(await read(root, file)) })),
  )
  return parts.flatMap(({ file, lists }) => (lists.length === 0 ? [] : [{ file, areas: lists.flat() }]))
}

function allAreas(source: string): StyleArea[][] {
  return [...source.matchAll(/^\s*styles: \[([^\]]*)\]/gm)].map(([, list = '']) =>
    [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name as StyleArea),
  )
}

/** The files of its feature that a page imports: the pages of one area have name and styles from one of them. */
async function besides(root: string, file: string): Promise<string[]> {
  const text = await read(root, file)
  const paths = [...text.matchAll(/from '(\.\.?\/[\w/-]+\.tsx?)'/g)].map(([, path = '']) => path)
  return Promise.all(paths.map((path) => read(root, posix.join(posix.dirname(file), path))))
}

function sheetFile(name: Stylesheet): string {
  return `src/app/styles/${name}.css`
}

async function read(root: string, file: string): Promise<string> {
  return (await textOf(root, file)) ?? ''
}

/** What a page file names in `styles`; null where another file defines the page. */
export function areasOf(page: string): StyleArea[] | null {
  const list = /^\s*styles: \[([^\]]*)\]/m.exec(page)?.[1]
  return list === undefined ? null : [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name as StyleArea)
}

/**
 * The classes that a stylesheet makes look like something by themselves: those that a rule of its own begins with,
 * not those that it only changes within others.
 */
export function ownedClasses(css: string): Set<string> {
  const owned = new Set<string>()
  const open: ('at' | 'rule')[] = []
  const source = css.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const [, prelude = '', sign] of source.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '}') open.pop()
    if (sign !== '{') continue
    const isAt = prelude.trim().startsWith('@')
    if (!isAt && !open.includes('rule'))
      for (const selector of prelude.replace(/:(?:not|has)\([^)]*\)/g, '').split(','))
        for (const [, name = ''] of (/^\s*[^\s>+~]+/.exec(selector)?.[0] ?? '').matchAll(/\.([a-z][\w-]*)/g))
          owned.add(name)
    open.push(isAt ? 'at' : 'rule')
  }
  return owned
}

/** The words of all `className` and `class` of a source. */
export function shownClasses(source: string): Set<string> {
  const found = new Set<string>()
  for (const [, quoted, braced] of source.matchAll(
    /\bclass(?:Name)?\s*=\s*(?:["'`]([^"'`]*)["'`]|\{((?:[^{}]|\{[^{}]*\})*)\})/g,
  )) {
    const texts =
      quoted === undefined
        ? [...(braced ?? '').matchAll(/["'`]([^"'`]*)["'`]/g)].map(([, text]) => text)
        : [quoted]
    for (const text of texts) for (const word of (text ?? '').split(/[^\w-]+/)) found.add(word)
  }
  return found
}

function lacking(
  page: string,
  sources: ReadonlyMap<string, string>,
  has: readonly Stylesheet[],
  owners: ReadonlyMap<string, ReadonlySet<Stylesheet>>,
): Finding[] {
  const findings: Finding[] = []
  for (const [file, text] of sources) {
    for (const name of shownClasses(text)) {
      const owner = owners.get(name)
      if (owner && !has.some((sheet) => owner.has(sheet)))
        findings.push({
          rule: 'unstyled',
          file: page,
          text: `${name} of ${file} is styled by ${[...owner].join(', ')}`,
        })
    }
  }
  return findings
}

function checkSkeletons(source: string, pages: readonly StyledPage[]): Finding[] {
  return [...source.matchAll(/<template id="skeleton-([\w-]+)"(?: data-styles="([^"]*)")?/g)].flatMap(
    ([, name, styles = '']) => {
      const page =
        pages.find(({ file }) => posix.basename(file) === `${name}.page.tsx`) ??
        pages.find((one) => one.name === name)
      const wanted = page
        ? stylesheetsFor(page.areas)
            .filter((one) => one !== 'base')
            .join(' ')
        : ''
      return styles === wanted
        ? []
        : [
            {
              rule: 'skeleton-unstyled',
              file: skeletons,
              text: `${name} has "${styles}", its page "${wanted}"`,
            },
          ]
    },
  )
}
