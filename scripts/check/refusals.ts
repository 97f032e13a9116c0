import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/**
 * A use case refuses by returning `no(…)`, which rolls its transaction back. An exception class in a feature is a
 * refusal in disguise that every caller would have to know of. A refusal is known by its `name`, everywhere.
 */
export const refusals: Guard = { name: 'refusals', floor: 100, look }

/** Exceptions that are no refusals: class → why it is one. */
const surprises: Readonly<Record<string, string>> = {
  PrivateAddress: 'is thrown out of a DNS lookup that the HTTP client makes',
  TooLarge: 'is thrown out of a stream that is being read',
  ImagingBusy: 'comes from another thread',
  ImagingFailed: 'comes from another thread',
  NoFont: 'is thrown out of the middle of a file that is read, and caught where a theme is checked',
  UnreadableColor: 'is thrown out of a deep calculation, and caught where a theme is checked',
}

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /^src\/(?!platform\/).*(?<!\.test)\.tsx?$/)
  const findings: Finding[] = []
  for (const file of files) {
    const text = (await textOf(root, file)) ?? ''
    findings.push(
      ...exceptionClasses(file, text),
      ...otherSpellings(file, text),
      ...endlessLimits(file, text),
    )
  }
  return { seen: files.length, findings }
}

export function exceptionClasses(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((content, index) => {
    const name = /\bclass (\w+) extends \w*Error\b/.exec(content)?.[1]
    if (name === undefined || Object.hasOwn(surprises, name)) return []
    return [
      {
        rule: 'exception-class',
        file,
        line: index + 1,
        text: `${name}: return no({ name: … }) instead; a refusal rolls its transaction back`,
      },
    ]
  })
}

export function otherSpellings(file: string, text: string): Finding[] {
  return [...text.matchAll(/\bno\(\s*\{\s*(code|kind|type):/g)].map(({ index, 1: spelling }) => ({
    rule: 'refusal-name',
    file,
    line: text.slice(0, index).split('\n').length,
    text: `no({ ${spelling}: … }): a refusal is known by its name; write no({ name: … })`,
  }))
}

/** "Wait a moment" about a limit that lasts a day. */
export function endlessLimits(file: string, text: string): Finding[] {
  return [...text.matchAll(/\{\s*name: 'too_many_requests',?\s*\}/g)].map(({ index }) => ({
    rule: 'endless-limit',
    file,
    line: text.slice(0, index).split('\n').length,
    text: 'a limit says for how long: write no(tooMany(rate, now)), or no(tooFast()) where there is room in a moment',
  }))
}
