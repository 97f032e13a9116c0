import { lineWidth } from '../format-sql/layout.ts'
import { formatSource, sqlTemplates } from '../format-sql/templates.ts'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/**
 * SQL can be read: the templates with the tag `sql` stand as `npm run format` lays them out, and no line of them or of
 * a migration is longer than {@link lineWidth} columns.
 */
export const sqlLayout: Guard = { name: 'sql', floor: 60, look }

/** Migrations are never edited: those up to this one stand as they are. */
const lastUnmeasured = '20261122T1000_search_candidates.sql'

async function look(root: string): Promise<Sight> {
  const findings: Finding[] = []
  const files = await sqlFiles(root)
  for (const file of files) findings.push(...templateFindings(file, (await textOf(root, file)) ?? ''))
  const migrations = await projectFiles(root, /^db\/migrations\/.*\.sql$/)
  for (const file of migrations) findings.push(...migrationFindings(file, (await textOf(root, file)) ?? ''))
  return { seen: files.length + migrations.length, findings }
}

/** The files with templates, relative to the root. */
export async function sqlFiles(root: string): Promise<string[]> {
  const sources = await projectFiles(root, /^(?:src|cli|bench|test|e2e)\/.*(?<!\.gen)\.tsx?$/)
  const found: string[] = []
  for (const file of sources)
    if (/\bsql(?:<[^`]*>)?`/.test((await textOf(root, file)) ?? '')) found.push(file)
  return found
}

export function templateFindings(file: string, source: string): Finding[] {
  const laid = formatSource(file, source)
  if (laid !== source) {
    const [was, is] = [source.split('\n'), laid.split('\n')]
    const line = was.findIndex((text, at) => text !== is[at]) + 1
    return [{ rule: 'sql-layout', file, line, text: 'run `npm run format` on it' }]
  }
  const found = new Map<number, Finding>()
  for (const { start, end } of sqlTemplates(file, source)) {
    const firstLine = source.slice(0, start).split('\n').length
    const begin = source.lastIndexOf('\n', start) + 1
    for (const finding of longLines(file, source.slice(begin, end), firstLine))
      found.set(finding.line ?? 0, finding)
  }
  return [...found.values()]
}

function migrationFindings(file: string, text: string): Finding[] {
  return file.slice(file.lastIndexOf('/') + 1) <= lastUnmeasured ? [] : longLines(file, text, 1)
}

function longLines(file: string, text: string, firstLine: number): Finding[] {
  return text.split('\n').flatMap((content, index) =>
    content.length <= lineWidth
      ? []
      : [
          {
            rule: 'sql-width',
            file,
            line: firstLine + index,
            text: `${content.length} columns: break it, at most ${lineWidth}`,
          },
        ],
  )
}
