import type { Ctx } from '#platform/server/context.ts'

/** NIST SP 800-63B asks for no rules but a length, and that a password is not one which everybody tries first. */
const shortest = 8

/** Why a new password cannot be taken; null when it can. */
export async function refusePassword(
  { t, isBreached }: Ctx,
  password: string,
): Promise<
  | { name: 'password_too_short'; details: { least: number }; fields: { password: string } }
  | { name: 'password_breached'; fields: { password: string } }
  | null
> {
  if ([...password.normalize('NFKC')].length < shortest) {
    const text = t('problem.password_too_short', { least: shortest })
    return { name: 'password_too_short', details: { least: shortest }, fields: { password: text } }
  }
  if (await isBreached(password))
    return { name: 'password_breached', fields: { password: t('problem.password_breached') } }
  return null
}
