import { minute } from '#domain/time.ts'
import { deviceOf, rememberDevice } from '#features/account/rules/browser.ts'
import { hashToken, newToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { putChallenge, takeChallenge, type ChallengePurpose } from '../queries/challenges.ts'

/** Milliseconds that a challenge is good for. */
export const challengeLife = 5 * minute

/** A new challenge for this browser: 256 random bits in base64url. */
export async function newChallenge(
  ctx: Ctx,
  purpose: ChallengePurpose,
  customer: number | null,
): Promise<string> {
  const challenge = newToken()
  const held = { hash: hashToken(challenge), browser: rememberDevice(ctx), customer }
  await putChallenge(ctx.db, held, purpose, new Date(ctx.now.getTime() + challengeLife))
  return challenge
}

export interface Spent {
  challenge: string
  purpose: ChallengePurpose
}

/**
 * Uses up the challenge that was signed, before anything else is judged: what is wrong with the rest does not make it
 * good again. Null when this browser has no such challenge (any more).
 * @param clientDataJSON base64url, as the browser sends it
 */
export async function spendChallenge(
  ctx: Ctx,
  clientDataJSON: string,
  customer: number | null,
): Promise<Spent | null> {
  const challenge = challengeIn(clientDataJSON)
  const browser = deviceOf(ctx)
  if (challenge === null || browser === null) return null
  const held = { hash: hashToken(challenge), browser, customer }
  const purpose = await takeChallenge(ctx.db, held, ctx.now)
  return purpose === null ? null : { challenge, purpose }
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<
      string,
      unknown
    >
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null
  } catch {
    return null
  }
}
