import type { ThemeFault } from '#app/themes/theme-fault.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'

/** Says all that is wrong with a theme, each with its file and line where it has one. */
export async function refuseTheme(
  name: string,
  faults: readonly ThemeFault[],
  { json }: { json: boolean },
): Promise<never> {
  if (json) await writeOut(`${JSON.stringify({ ok: false, faults })}\n`)
  throw new Failure(
    `${name} is refused, ${counted(faults.length, 'fault')}:\n${faults.map(lineOfFault).join('\n')}`,
  )
}

/** Hints about a theme that was stored. As JSON they stand in the result. */
export function sayHints(hints: readonly ThemeFault[], { json }: { json: boolean }): void {
  if (!json && hints.length > 0) say(`Worth a look:\n${hints.map(lineOfFault).join('\n')}`)
}

/** `sections/hero.liquid:2: there is no filter "nope"` */
export function lineOfFault({ file, line, path, reason }: ThemeFault): string {
  const place = [
    ...(file === undefined || file === '' ? [] : [typeof line === 'number' ? `${file}:${line}` : file]),
    ...(path === '' ? [] : [path]),
  ]
  return `  ${[...place, reason].join(': ')}`
}
