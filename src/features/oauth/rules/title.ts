import type { Ctx } from '#platform/server/context.ts'

/** A provider as shoppers know it, also one that the shop does not offer any more. */
export function titleOf({ signInBy, t }: Pick<Ctx, 'signInBy' | 't'>, name: string): string {
  return name === 'wechat' ? t('oauth.wechat') : (signInBy.get(name)?.title ?? name)
}
