import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import { evenOut, lookStep } from '#platform/server/passwords/even-out.ts'
import { guessCode } from '../queries/codes.ts'
import type { AccountName } from '../rules/account-name.ts'
import { codeHash, codeTries, readCode } from '../rules/codes.ts'

/**
 * Judges a code. It is counted outside of any transaction: a refusal that is rolled back must not give the try back.
 * A wrong code is answered after whole steps of time: where an account was found, its row was written in another way.
 * @param began of `performance.now()`, before anything was looked up that says whether there is an account
 */
export async function judgeCode(
  ctx: Ctx,
  account: AccountName,
  purpose: string,
  typed: string,
  device: Buffer | null,
  began = performance.now(),
): Promise<Result<null, { name: 'wrong_code' | 'code_over'; fields: { code: string } }>> {
  const outcome = await judge(ctx, account, purpose, readCode(typed), device)
  if (outcome === 'right') return ok(null)
  await evenOut(began, lookStep)
  const name = outcome === 'wrong' ? 'wrong_code' : 'code_over'
  return no({ name, fields: { code: ctx.t(`problem.${name}`) } })
}

/** @param code null: what was typed is no code */
async function judge(
  { db, now }: Ctx,
  account: AccountName,
  purpose: string,
  code: string | null,
  browser: Buffer | null,
): Promise<'right' | 'wrong' | 'over'> {
  if (code === null) return 'wrong'
  if (browser === null) return 'over'
  const hash = codeHash(purpose, account, code)
  return guessCode(db, { purpose, account, browser, codeHash: hash, most: codeTries, now })
}
