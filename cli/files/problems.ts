import { say } from '../terminal.ts'

/** Something of a file that did not go in. */
export interface ToldProblem {
  file: string
  line: number
  /** Where its line tells nothing. */
  place?: string
  entry: string | null
  reason: string
}

/** Problems that are told one by one. */
const mostTold = 20

/**
 * Says the first ones of each kind by file and line, and how many more there are.
 * @param beyond problems that are not listed
 */
export function sayProblems(problems: readonly ToldProblem[], beyond = 0): void {
  const kinds = [...Map.groupBy(problems, ({ reason }) => kindOf(reason)).values()].slice(0, mostTold)
  const share = problems.length <= mostTold ? mostTold : Math.floor(mostTold / kinds.length)
  let told = 0
  for (const same of kinds) {
    const shown = same.slice(0, share)
    for (const problem of shown) say(problemLine(problem))
    const more = same.length - shown.length
    if (more > 0) say(`and ${more.toLocaleString('en')} more of the same kind (--json lists them)`)
    told += same.length
  }
  const rest = problems.length - told + beyond
  if (rest > 0) say(`and ${rest.toLocaleString('en')} more${beyond > 0 ? '' : ' (--json lists them)'}`)
}

/** The same fault of another entry: names in quotes, numbers and paths set it apart from others. */
function kindOf(reason: string): string {
  return reason.replace(/"[^"]*"|\/\S*|\d+/g, '')
}

function problemLine({ file, line, place, entry, reason }: ToldProblem): string {
  const at = place === undefined ? `${file}:${line}` : `${file}: ${place}`
  const name = entry === null || entry === '' || entry === place ? '' : `${entry}: `
  return `${at}: ${name}${reason}`
}
