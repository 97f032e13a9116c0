import { LimitReached } from './budget.ts'
import { limits } from './limits.ts'
import type { Job } from './values.ts'
import type { PartRequest, PartValue } from './work.ts'

/** Notes a part, and gives the element that stands for it. */
export function placeOf(job: Job, part: PartRequest): string {
  const size = sizeOf(part.subject) + sizeOf(part.args)
  if (size > limits.partSize && part.tag !== 'html')
    throw new LimitReached(`${part.tag} is given more than ${limits.partSize} characters`)
  job.partsSize += size
  if (job.parts.length >= limits.parts || job.partsSize > limits.partsSize)
    throw new LimitReached(`it places more than ${limits.parts} parts, or gives them too much`)
  job.parts.push(part)
  return `<${job.hole} n="${job.parts.length - 1}"></${job.hole}>`
}

/** Characters of a value, and some for each of its members. */
function sizeOf(value: PartValue): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 8
  const members = Object.entries<PartValue>(value as Readonly<Record<string, PartValue>>)
  return members.reduce((sum, [name, member]) => sum + name.length + 4 + sizeOf(member), 2)
}
