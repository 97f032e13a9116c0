import { beginFactor, confirmFactor } from '#features/second-factor/actions/set-up.ts'
import { factorStep } from '#features/second-factor/actions/read.ts'
import type { accountVisitor } from './account-visitor.ts'

/** Sets an authenticator app up for who is signed in. Returns its secret, and the recovery codes. */
export async function setUpFactor(
  visitor: ReturnType<typeof accountVisitor>,
  codeOf: (secret: string) => string,
): Promise<{ secret: string; codes: string[] }> {
  const begun = await visitor.does(beginFactor, {})
  if (!begun.ok) throw new Error(`the app was not begun: ${begun.problem.name}`)
  const step = await factorStep(visitor.context())
  if (step?.kind !== 'app') throw new Error('there is no app to set up')
  const done = await visitor.does(confirmFactor, { code: codeOf(step.secret) })
  if (!done.ok) throw new Error(`the app was not taken: ${done.problem.name}`)
  return { secret: step.secret, codes: done.value.codes }
}
