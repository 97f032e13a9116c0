import { Failure } from './terminal.ts'

/** Characters. It stands in a mail, in a timeline and in the books; what is longer is a file that was given by accident. */
const mostReason = 1_000

/** What the operator gives as `--reason`, without spaces around it; can be empty. Throws `Failure` where it is too long. */
export function reasonText(text: string): string {
  const reason = text.trim()
  if (reason.length > mostReason)
    throw new Failure(`--reason has at most ${mostReason} characters; this one has ${reason.length}`)
  return reason
}
