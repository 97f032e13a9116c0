import { no, ok, type Result } from '#domain/result.ts'
import { evenOut, lookStep } from '#platform/server/passwords/even-out.ts'
import { waitOf, type Wait } from '#platform/server/rate.ts'
import { signLink } from '#platform/server/signing.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { spendVerification, type Proof } from '#features/verify/rules/judge.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type { Named } from '#wire/problems.ts'
import type * as contract from '../contract/auth.ts'
import { codeLetter, codeText, type CodeLetter } from '../mails/code-letters.ts'
import { isKnownBrowser } from '../queries/browsers.ts'
import { insertCode } from '../queries/codes.ts'
import { findByAccount, type Credentials } from '../queries/customers.ts'
import { accountProblem, readAccount, type AccountName } from '../rules/account-name.ts'
import { newAccountProblem, readNewAccount } from '../rules/new-account.ts'
import { rememberDevice } from '../rules/browser.ts'
import { codeHash, codeLife, codePause, newCode } from '../rules/codes.ts'
import { refuseCode } from '../rules/limits.ts'
import { sendTo } from '../rules/send-to.ts'

/**
 * `proof`: for a change of the account; `change`: of an e-mail address or number that is new to it; `oauth`: for the
 * first sign-in by another provider.
 */
export type CodePurpose = Input<typeof contract.sendCode>['purpose'] | 'proof' | 'change' | 'verify' | 'oauth'
/** Purposes of which a code is sent where nobody has the account yet. */
const forNobody: readonly CodePurpose[] = ['signUp', 'change']

/**
 * Sends a code. Something is sent in every case: to who has no account that there is none, to who signs up twice that
 * there is one. So the answer and its time are the same, and the owner of the mailbox alone learns which it was.
 */
export async function sendCode(
  ctx: Ctx,
  input: Input<typeof contract.sendCode>,
): Answer<typeof contract.sendCode> {
  const isNew = input.purpose === 'signUp'
  const name = (isNew ? readNewAccount : readAccount)(input.account, input.countryCode)
  if (name === null) return no((isNew ? newAccountProblem : accountProblem)(ctx, input))
  const began = performance.now()
  const device = rememberDevice(ctx)
  const found = await findByAccount(ctx.db, name)
  const isKnown = await isKnownBrowser(ctx.db, found?.id ?? 0, device)
  const { purpose, next, verifyId, verifyAnswer } = input
  // Who was signed in here before has shown more than any puzzle asks for.
  const proof = isKnown ? null : { verifyId, verifyAnswer }
  const sent = await writeCode(ctx, name, { purpose, found, device, isKnown, proof, next })
  // An account that is found, and a mail that has a code, take a little longer.
  await evenOut(began, lookStep)
  if (sent.ok || sent.problem.name === 'too_many_codes') return sent
  // At the field of the question, which forms without scripts show when there is something to say there.
  const text = ctx.t(`problem.${sent.problem.name}`)
  return no({ ...sent.problem, fields: { verifyAnswer: text } })
}

/** The same for a password that was forgotten: the mail has a link, too. */
export function forget(ctx: Ctx, input: Input<typeof contract.forget>): Answer<typeof contract.forget> {
  return sendCode(ctx, { ...input, purpose: 'reset', next: '' })
}

type WhyNoCode = TooManyCodes | Named<'verification_required' | 'verification_failed'>

interface TooManyCodes extends Named<'too_many_codes'> {
  details: Wait
}

interface WantedCode {
  purpose: CodePurpose
  /** Null: nobody has this account. */
  found: Pick<Credentials, 'id'> | null
  /** Of `rememberDevice`: the browser that may use it, and whether the account was signed in to there before. */
  device: Buffer
  isKnown: boolean
  /** Of the security check; null where none is asked for. */
  proof: Proof | null
  /** Where the shopper was going. */
  next: string
}

/**
 * Writes the code and its mail in one transaction. Returns where it goes, and seconds until another can be asked for.
 * What is refused is not counted, and leaves the pass of the security check as it was.
 */
function writeCode(ctx: Ctx, name: AccountName, wanted: WantedCode): Promise<CodeSent> {
  return ctx.transact((tx) => addCode(ctx, tx, name, wanted))
}

type CodeSent = Result<{ account: string; wait: number }, WhyNoCode>

/** `writeCode` where no security check is asked for, which therefore none can refuse. */
export async function writeUnchecked(
  ctx: Ctx,
  name: AccountName,
  wanted: Omit<WantedCode, 'proof'>,
): Promise<Result<{ account: string; wait: number }, TooManyCodes>> {
  const sent = await writeCode(ctx, name, { ...wanted, proof: null })
  if (sent.ok) return sent
  if (sent.problem.name !== 'too_many_codes') throw new Error('no security check was asked for')
  return no(sent.problem)
}

/** The same within a transaction of the caller's, who returns what it refuses. */
export async function addCode(
  ctx: Ctx,
  tx: Tx,
  name: AccountName,
  { purpose, found, device, isKnown, proof, next }: WantedCode,
): Promise<CodeSent> {
  // Who comes by another provider signs in or up by the same code.
  const isGiven = purpose === 'oauth' || (found === null) === forNobody.includes(purpose)
  const code = newCode()
  const passed = proof === null ? ok(null) : await spendVerification(ctx, tx, proof, 'account.code')
  if (!passed.ok) return passed
  const limit = await refuseCode(ctx, tx, name, device, isKnown)
  const { now } = ctx
  if (limit !== null) return no({ name: 'too_many_codes', details: waitOf(limit, now) })
  const expiresAt = new Date(now.getTime() + codeLife)
  const hashed = isGiven ? codeHash(purpose, name, code) : null
  const id = await insertCode(tx, {
    purpose,
    account: name,
    browser: device,
    codeHash: hashed,
    now,
    expiresAt,
  })
  // Signed in any case: it takes time.
  const token = await signLink(tx, purpose === 'verify' ? 'account.verify' : 'account.reset', id, expiresAt)
  const words = { kind: isGiven ? purpose : whyNot(purpose, found !== null), code, token, next }
  const letter = codeLetter(ctx, words)
  const text = codeText(ctx, words)
  await sendTo(ctx, tx, name, { kind: `account.${words.kind}`, letter, text, until: expiresAt })
  return ok({ account: name.account, wait: codePause })
}

function whyNot(purpose: CodePurpose, isFound: boolean): CodeLetter['kind'] {
  if (!isFound) return 'noAccount'
  return purpose === 'change' ? 'taken' : 'hasAccount'
}
