import type { Ctx } from '#platform/server/context.ts'
import type { RuntimeTexts } from '#wire/page.ts'

/** The sentences that the runtime in the browser says by itself. */
export function runtimeTexts({ t }: Ctx): RuntimeTexts {
  return {
    unknownError: t('runtime.unknownError'),
    timeout: t('runtime.timeout'),
    authorization: t('runtime.authorization'),
    fail: t('runtime.fail'),
    signIn: t('runtime.signIn'),
    offline: t('runtime.offline'),
    added: t('runtime.added'),
    removed: t('runtime.removed'),
    undo: t('runtime.undo'),
    close: t('runtime.close'),
  }
}
