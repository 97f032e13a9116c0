import { basename, dirname, posix } from 'node:path'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** Decisions are short and of one form, superseded ones name their successor, and no link between documents is dead. */
export const decisions: Guard = { name: 'decisions', floor: 33, look }

const folder = 'docs/decisions/'
const headings = ['Context', 'Decision', 'Rejected', 'Consequences'] as const
const maxWords = 250

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root)
  const texts = new Map<string, string>()
  for (const file of files.filter((name) => /\.(?:md|tsx?|mjs|sql)$/.test(name))) {
    const text = await textOf(root, file)
    if (text !== null) texts.set(file, text)
  }
  const made = [...texts].filter(([file]) => file.startsWith(folder))
  const numbers = new Set(made.map(([file]) => numberOf(file)))
  const findings = [
    ...made.flatMap(([file, text]) => checkDecision(file, text)),
    ...made.flatMap(([file, text]) => checkSuperseded(file, text, texts)),
    ...doubled(made.map(([file]) => file)),
    ...[...texts].flatMap(([file, text]) => [
      ...(file.startsWith('docs/') ? deadLinks(file, text, texts, new Set(files)) : []),
      ...unknownDecisions(file, text, numbers),
    ]),
  ]
  return { seen: made.length, findings }
}

/** What is wrong with the form of a decision. */
export function checkDecision(file: string, text: string): Finding[] {
  const [title = '', , status = ''] = text.split('\n')
  const found: Finding[] = []
  if (!title.startsWith(`# ${numberOf(file)} `))
    found.push({
      rule: 'decision-title',
      file,
      text: `must begin with “# ${numberOf(file)} ” and what was decided`,
    })
  if (!/^\*Accepted \d{4}-\d\d-\d\d\.( .+)?\*$/.test(status))
    found.push({ rule: 'decision-status', file, line: 3, text: 'must be “*Accepted <date>.*”' })
  const sections = sectionsOf(text)
  if (sections.map(([heading]) => heading).join() !== headings.join())
    found.push({
      rule: 'decision-headings',
      file,
      text: `must have these, in this order: ${headings.join(', ')}`,
    })
  for (const [heading, body] of sections)
    if (wordsIn(body) === 0) found.push({ rule: 'decision-empty', file, text: `${heading} says nothing` })
  const words = sections.reduce((sum, [, body]) => sum + wordsIn(body), 0)
  if (words > maxWords)
    found.push({
      rule: 'decision-length',
      file,
      text: `${words} words of ${maxWords}: how it works belongs to a document in docs/, figures to docs/benchmarks.md`,
    })
  return found
}

/** A decision and its successor name each other. */
function checkSuperseded(file: string, text: string, texts: ReadonlyMap<string, string>): Finding[] {
  const status = text.split('\n')[2] ?? ''
  return (
    [
      ['Superseded', 'Supersedes'],
      ['Supersedes', 'Superseded'],
    ] as const
  ).flatMap(([said, answer]) => {
    // One decision may do both: each is about the links that follow it.
    const part = status.split(/(?=Supersede)/).find((words) => words.startsWith(said))
    if (part === undefined) return []
    const others = linksIn(part).map((link) => posix.join(folder, link))
    if (others.length === 0)
      return [
        {
          rule: 'decision-superseded',
          file,
          line: 3,
          text: `“${said}” without a link to the other decision`,
        },
      ]
    return others
      .filter((other) => {
        const line = texts.get(other)?.split('\n')[2] ?? ''
        return !line.includes(answer) || !linksIn(line).includes(basename(file))
      })
      .map((other) => ({
        rule: 'decision-superseded',
        file,
        line: 3,
        text: `${other} does not say “${answer}” with a link to this one`,
      }))
  })
}

function doubled(files: readonly string[]): Finding[] {
  const first = new Map<string, string>()
  return files.flatMap((file) => {
    const other = first.get(numberOf(file))
    first.set(numberOf(file), file)
    return other === undefined ? [] : [{ rule: 'decision-number', file, text: `${other} has this number` }]
  })
}

/** Links of a document to files and headings that do not exist. */
function deadLinks(
  file: string,
  text: string,
  texts: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): Finding[] {
  return linksIn(text).flatMap((link) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : posix.normalize(posix.join(dirname(file), path)).replace(/\/$/, '')
    const exists = files.has(target) || [...files].some((name) => name.startsWith(`${target}/`))
    const isDead = !exists || (anchor !== undefined && !anchorsOf(texts.get(target) ?? '').includes(anchor))
    return isDead ? [{ rule: 'dead-link', file, text: `${link} leads nowhere` }] : []
  })
}

function unknownDecisions(file: string, text: string, numbers: ReadonlySet<string>): Finding[] {
  const named = [...text.matchAll(/\b[Dd]ecisions? (\d{3})\b|docs\/decisions\/(\d{3})/g)]
  return named
    .map(([, inWords, inPath]) => inWords ?? inPath!)
    .filter((number) => !numbers.has(number))
    .map((number) => ({ rule: 'unknown-decision', file, text: `there is no decision ${number}` }))
}

function numberOf(file: string): string {
  return basename(file).slice(0, 3)
}

/** The parts below each heading of the second level. */
function sectionsOf(text: string): [heading: string, body: string][] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end).trim(), section.slice(end)]
    })
}

function wordsIn(text: string): number {
  return text
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Targets of links to files of the project; examples in code are none. */
function linksIn(text: string): string[] {
  return [...text.replace(/```.*?```|`[^`\n]*`/gs, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
}

/** Headings as GitHub turns them into anchors. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  )
}
