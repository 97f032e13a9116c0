import { no, ok, type Result } from '#domain/result.ts'
import type { Ctx } from '#platform/server/context.ts'
import { guessCode } from '../queries/codes.ts'
import type { AccountName } from '../rules/account-name.ts'
import { codeHash, codeTries, readCode } from '../rules/codes.ts'

/**
 * Judges a code. It is counted outside of any transaction: a refusal that is rolled back must not give the try back.
 */
export async function judgeCode(
  ctx: Ctx,
  account: AccountName,
  purpose: string,
  typed: string,
  device: Buffer | null,
): Promise<Result<null, { name: 'wrong_code' | 'code_over'; fields: { code: string } }>> {
  const code = readCode(typed)
  const refused = (name: 'wrong_code' | 'code_over') =>
    no({ name, fields: { code: ctx.t(`problem.${name}`) } })
  if (code === null) return refused('wrong_code')
  if (device === null) return refused('code_over')
  const outcome = await guessCode(ctx.db, {
    purpose,
    account,
    browser: device,
    codeHash: codeHash(purpose, account, code),
    most: codeTries,
    now: ctx.now,
  })
  return outcome === 'right' ? ok(null) : refused(outcome === 'wrong' ? 'wrong_code' : 'code_over')
}
