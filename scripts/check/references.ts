import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** A file that a document or a comment names is there: a move is finished where it is spoken of, too. */
export const references: Guard = { name: 'references', floor: 600, look }

/** Decisions are never rewritten: they name files as they were. */
const isRead = /^(?!docs\/decisions\/).*(?:\.(?:[cm]?[jt]sx?|css|sql|md|ya?ml)|Dockerfile)$/

/**
 * A path from the root, from `src/`, or the end of one. Patterns (`*.gen.ts`, `<name>.ts`, `.browser.ts`), relative
 * paths, URLs and imports are none.
 */
const name = /(?<![\w/.@#:*>}-])(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|sql|md)(?![\w/-]|\.\w)/g

/** Written by a program when it is asked to, or by a package: not always there. */
const elsewhere = /^(?:docs\/proofs\.md$|(?:node_modules|build)\/)/

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root)
  const isThere = lookup(files)
  const read = files.filter((file) => isRead.test(file))
  const findings: Finding[] = []
  for (const file of read) findings.push(...findReferences(file, (await textOf(root, file)) ?? '', isThere))
  return { seen: read.length, findings }
}

/** Whether a file is there by its path or by the end of it. */
function lookup(files: readonly string[]): (path: string) => boolean {
  const ends = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (let from = 0; from < parts.length; from += 1) ends.add(parts.slice(from).join('/'))
  }
  return (path) => ends.has(path)
}

function findReferences(file: string, text: string, isThere: (path: string) => boolean): readonly Finding[] {
  return wordsOf(file, text).flatMap((words, index) =>
    [...words.matchAll(name)].flatMap(([path]) =>
      elsewhere.test(path) || isThere(path)
        ? []
        : [{ rule: 'no-such-file', file, line: index + 1, text: `${path} is not there` }],
    ),
  )
}

/** The lines of a text as people read them: whole in a document, the comments alone in a program. */
function wordsOf(file: string, text: string): readonly string[] {
  const lines = text.split('\n')
  if (file.endsWith('.md')) return lines
  const opens = /\.sql$/.test(file)
    ? /(?:^|\s)--/
    : /(?:\.ya?ml|Dockerfile)$/.test(file)
      ? /(?:^|\s)#\s/
      : /(?:^|[\s{;,(])\/[/*]/
  let isWithin = false
  return lines.map((line) => {
    const start = isWithin ? 0 : line.search(opens)
    if (start < 0) return ''
    const comment = line.slice(start)
    if (isWithin || /^.?\/\*/.test(comment)) isWithin = !comment.includes('*/')
    return comment.split('*/')[0]!
  })
}
