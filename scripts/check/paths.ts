import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** A file names no folder of somebody's machine and no package registry: it must work on another machine. */
export const paths: Guard = { name: 'paths', floor: 300, look }

// `/home/node` is the home folder of the official Node image.
const machinePath =
  /(?<![\w.~/-])\/(?:work|farm|root|(?:home|Users)\/(?!node\b)[\w.-]+|tmp\/[\w.-]+)(?=\/)|\b[A-Z]:\\+Users\\/
// Names below .test, .example and .invalid belong to nobody.
const registryHost =
  /https?:\/\/[\w.-]*(?:registry|npmjs|npmmirror|artifactory|verdaccio|nexus)[\w.-]*(?<!\.(?:test|example|invalid))(?![\w.-])/
/** The lines that npm itself would write a registry into. */
const npmLine: Readonly<Record<string, RegExp>> = {
  '.npmrc': /^\s*(?:@[\w-]+:)?registry\s*=/,
  'package-lock.json': /"resolved":\s*"http/,
}

async function look(root: string): Promise<Sight> {
  const findings: Finding[] = []
  let seen = 0
  for (const file of await projectFiles(root)) {
    const text = await textOf(root, file)
    if (text === null) continue
    seen += 1
    findings.push(...findPaths(file, text))
  }
  return { seen, findings }
}

export function findPaths(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1
    const path = machinePath.exec(content)?.[0]
    const host = (registryHost.exec(content) ?? npmLine[file]?.exec(content))?.[0]
    return [
      ...(path === undefined
        ? []
        : [{ rule: 'machine-path', file, line, text: `${path}/… exists on one machine only` }]),
      ...(host === undefined
        ? []
        : [
            {
              rule: 'registry-host',
              file,
              line,
              text: `${host.trim()} is npm's business, not the project's`,
            },
          ]),
    ]
  })
}
