import type { EventKind } from '#features/account/queries/events.ts'
import type { Translate } from '#i18n/t.ts'
import type { EventRow } from '../queries/activity.ts'

type Data = EventRow['data']

/** Each kind of event in words; a kind without words does not compile. */
const words: Readonly<Record<EventKind, (data: Data, t: Translate) => string>> = {
  signed_up: (_, t) => t('user.event.signed_up'),
  signed_in: ({ method }, t) => t('user.event.signed_in', { method: methodText(String(method), t) }),
  signed_out: (_, t) => t('user.event.signed_out'),
  session_ended: (_, t) => t('user.event.session_ended'),
  sessions_ended: ({ count = 0 }, t) => t('user.event.sessions_ended', { count: Number(count) }),
  password_set: ({ ended = 0 }, t) => t('user.event.password_set', { count: Number(ended) }),
  password_reset: (_, t) => t('user.event.password_reset'),
  name_changed: (_, t) => t('user.event.name_changed'),
  info_changed: (_, t) => t('user.event.info_changed'),
  verification_switched: ({ on }, t) =>
    t(on === 'on' ? 'user.event.verification_on' : 'user.event.verification_off'),
}

/** What happened, in the visitor's language. */
export function eventText({ kind, data }: Pick<EventRow, 'kind' | 'data'>, t: Translate): string {
  return words[kind](data, t)
}

/** How a session began, in the visitor's language. */
export function methodText(method: string, t: Translate): string {
  switch (method) {
    case 'password':
      return t('user.method.password')
    case 'code':
      return t('user.method.code')
    case 'sign_up':
      return t('user.method.sign_up')
    case 'reset':
      return t('user.method.reset')
    default:
      return t('user.method.other')
  }
}
