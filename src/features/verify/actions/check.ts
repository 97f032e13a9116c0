import { no, ok } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { checkVerification as contract } from '../contract.ts'
import { judge } from '../rules/judge.ts'

export async function checkVerification(ctx: Ctx, given: Input<typeof contract>): Answer<typeof contract> {
  return ctx.transact(async (tx) => {
    const judged = await judge(ctx, tx, given)
    return judged.ok ? ok({ verifyId: given.verifyId }) : no(judged.problem)
  })
}
