import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'

/** Says all that is wrong with a theme, each with its file and line where it has one. */
export async function refuseTheme(
  name: string,
  faults: readonly ThemeFault[],
  { json }: { json: boolean },
): Promise<never> {
  if (json) await writeOut(`${JSON.stringify({ ok: false, faults })}\n`)
  throw new Failure(`${name} is refused, ${counted(faults.length, 'fault')}:\n${linesOfFaults(faults)}`)
}

/** Hints about a theme that was stored. As JSON they stand in the result. */
export function sayHints(hints: readonly ThemeFault[], { json }: { json: boolean }): void {
  if (!json && hints.length > 0) say(`Worth a look:\n${linesOfFaults(hints)}`)
}

/** Places that are named of several with one fault: a folder that is no theme has it in each file. */
const mostPlaces = 8

/** All faults, one a line; those that say the same of several files are one line with all their places. */
export function linesOfFaults(faults: readonly ThemeFault[]): string {
  const groups = Map.groupBy(faults, (fault) =>
    fault.path === '' && fault.file !== undefined && fault.file !== '' ? fault.reason : lineOfFault(fault),
  )
  return [...groups.values()].map(lineOfGroup).join('\n')
}

function lineOfGroup(faults: readonly ThemeFault[]): string {
  const [first] = faults
  const places = [...new Set(faults.flatMap(placeOf))]
  if (places.length < 2) return lineOfFault(first!)
  const left = places.length - mostPlaces
  const named = places.slice(0, mostPlaces).join(', ')
  return `  ${named}${left > 0 ? ` and ${left} more` : ''}: ${first!.reason}`
}

function placeOf({ file, line }: ThemeFault): string[] {
  if (file === undefined || file === '') return []
  return [typeof line === 'number' ? `${file}:${line}` : file]
}

/** `sections/hero.liquid:2: there is no filter "nope"` */
function lineOfFault(fault: ThemeFault): string {
  const path = fault.path === '' ? [] : [fault.path]
  return `  ${[...placeOf(fault), ...path, fault.reason].join(': ')}`
}
