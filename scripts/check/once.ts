import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** A rule of the shop that SQL must say is said in one file: two spellings come to mean two things. */
export const once: Guard = { name: 'once', floor: 60, look }

interface Rule {
  /** What it decides. */
  what: string
  home: string
  spelling: RegExp
}

const sellable = 'src/features/catalog/queries/sellable.ts'
const column = (name: string): string => String.raw`(?:\w+\.)?${name}`
const rules: readonly Rule[] = [
  {
    what: 'what can be sold still',
    home: sellable,
    spelling: new RegExp(String.raw`\b${column('on_hand')}\s*(?:-|[<>]=?)\s*${column('held')}\b`),
  },
  {
    what: 'what the shop offers',
    home: sellable,
    spelling: new RegExp(
      String.raw`\bnot\s+${column('retired')}\s+and\s+${column('visible')}\b|\b${column('visible')}\s+and\s+not\s+${column('retired')}\b`,
    ),
  },
]

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /^(?:src|cli)\/(?!.*\.test\.tsx?$)(?!.*for-tests\.ts$).*\.ts$/)
  const findings: Finding[] = []
  for (const file of files) findings.push(...secondSpellings(file, (await textOf(root, file)) ?? ''))
  return { seen: files.length, findings }
}

function secondSpellings(file: string, source: string): Finding[] {
  return rules.flatMap(({ what, home, spelling }) =>
    file === home
      ? []
      : [...source.matchAll(new RegExp(spelling, 'g'))].map(({ index }) => ({
          rule: 'second-spelling',
          file,
          line: source.slice(0, index).split('\n').length,
          text: `${what} is said in ${home}: use it from there`,
        })),
  )
}
