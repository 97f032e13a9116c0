import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Which test files need the PostgreSQL of the run: those from which imports lead to test/database.ts. Told from the
 * files themselves, so that no list has to be kept.
 */

const everywhere = '{src,cli,demo,scripts,test}/**/*.test.{ts,tsx}'

/** The test files that run in Vitest without a browser, relative to `root`. */
export function testFiles(root: string): { pure: string[]; database: string[] } {
  const files = globSync(everywhere, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('test/canaries/') && !file.endsWith('.browser.test.ts'))
    .toSorted()
  const known = new Map<string, string[]>()
  const needs = new Map(files.map((file) => [file, reached(root, file, known).has('test/database.ts')]))
  return { pure: files.filter((file) => !needs.get(file)), database: files.filter((file) => needs.get(file)) }
}

/** The project's own files that `file` loads, itself included. */
function reached(root: string, file: string, known: Map<string, string[]>): Set<string> {
  const seen = new Set([file])
  for (const one of seen) {
    const imports = known.get(one) ?? importsOf(root, one)
    known.set(one, imports)
    for (const next of imports) seen.add(next)
  }
  return seen
}

function importsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  // Types are gone before it runs.
  const imports = text.matchAll(/^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?'([^']+\.tsx?)'/gm)
  const own = [...imports].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return [join(dirname(file), name).replaceAll('\\', '/')]
    const [, area = '', rest = ''] = /^#(\w+)(\/.*)$/.exec(name) ?? []
    return area === '' ? [] : [`${area === 'test' || area === 'cli' ? '' : 'src/'}${area}${rest}`]
  })
  // A planted file's text within a test looks like code, too.
  return own.filter((name) => existsSync(join(root, name)))
}
