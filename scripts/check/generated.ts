import { projectFiles } from './files.ts'
import { runTool, unreadable, type Guard, type Sight } from './guard.ts'

/** What is generated is what `npm run gen` makes today: nobody edited it, nobody forgot to make it again. */
export const generated: Guard = { name: 'generated', floor: 2, look }

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /\.gen\.[a-z]+$/)
  const run = await runTool(root, 'scripts/gen.ts', ['--check'])
  const findings = [...run.stderr.matchAll(/^(\S+) is not what `npm run gen` makes$/gm)].map(
    ([, file = '']) => ({
      rule: 'generated',
      file,
      text: 'is not what `npm run gen` makes',
    }),
  )
  if (run.exitCode !== 0 && findings.length === 0) throw unreadable('scripts/gen.ts', run)
  return { seen: files.length, findings }
}
