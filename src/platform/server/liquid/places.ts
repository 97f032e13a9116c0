import { LimitReached } from './budget.ts'
import { limits } from './limits.ts'
import type { Job } from './values.ts'
import type { PartRequest } from './work.ts'

/** Notes a part, and gives the element that stands for it. */
export function placeOf(job: Job, part: PartRequest): string {
  const size = JSON.stringify([part.subject, part.args]).length
  if (size > limits.partSize && part.tag !== 'html')
    throw new LimitReached(`${part.tag} is given more than ${limits.partSize} characters`)
  job.partsSize += size
  if (job.parts.length >= limits.parts || job.partsSize > limits.partsSize)
    throw new LimitReached(`it places more than ${limits.parts} parts, or gives them too much`)
  job.parts.push(part)
  return `<${job.hole} n="${job.parts.length - 1}"></${job.hole}>`
}
