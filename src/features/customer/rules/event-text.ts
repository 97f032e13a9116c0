import type { SignInMethod } from '#features/account/actions/begin-session.ts'
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
  passkey_added: ({ name = '' }, t) => t('user.event.passkey_added', { name }),
  passkey_renamed: ({ name = '' }, t) => t('user.event.passkey_renamed', { name }),
  passkey_deleted: ({ name = '' }, t) => t('user.event.passkey_deleted', { name }),
  oauth_linked: ({ provider }, t) => t('oauth.event.linked', { provider: providerText(provider, t) }),
  oauth_unlinked: ({ provider }, t) => t('oauth.event.unlinked', { provider: providerText(provider, t) }),
  qr_refused: (_, t) => t('user.event.qr_refused'),
  factor_on: (_, t) => t('user.event.factor_on'),
  factor_off: (_, t) => t('user.event.factor_off'),
  recovery_codes_made: (_, t) => t('user.event.recovery_codes_made'),
  recovery_code_used: ({ count = 0 }, t) => t('user.event.recovery_code_used', { count: Number(count) }),
  not_me: ({ ended = 0 }, t) => t('user.event.not_me', { count: Number(ended) }),
  shop_ended_sessions: ({ count = 0 }, t) => t('user.event.shop_ended_sessions', { count: Number(count) }),
  shop_ended_factor: (_, t) => t('user.event.shop_ended_factor'),
  shop_changed_credit: (_, t) => t('user.event.shop_changed_credit'),
  shop_exported: (_, t) => t('user.event.shop_exported'),
  imported: (_, t) => t('user.event.imported'),
  identity_changed: ({ account = '' }, t) => t('user.event.identity_changed', { account: String(account) }),
  identity_removed: ({ account = '' }, t) => t('user.event.identity_removed', { account: String(account) }),
  identity_undone: (_, t) => t('user.event.identity_undone'),
  closed: (_, t) => t('user.event.closed'),
}

/** What happened, in the visitor's language. */
export function eventText({ kind, data }: Pick<EventRow, 'kind' | 'data'>, t: Translate): string {
  return words[kind](data, t)
}

/** Each way to sign in, in words; one without words does not compile. */
const methods: Readonly<Record<SignInMethod, (t: Translate) => string>> = {
  password: (t) => t('user.method.password'),
  code: (t) => t('user.method.code'),
  sign_up: (t) => t('user.method.sign_up'),
  reset: (t) => t('user.method.reset'),
  passkey: (t) => t('user.method.passkey'),
  oauth: (t) => t('oauth.method'),
  qr: (t) => t('user.method.qr'),
}

/** How a session began, in the visitor's language. @param method as stored: one that is gone has words, too */
export function methodText(method: string, t: Translate): string {
  return Object.hasOwn(methods, method) ? methods[method as SignInMethod](t) : t('user.method.other')
}

/** A provider by its name, which is all that an event has of it. */
function providerText(name: unknown, t: Translate): string {
  const text = String(name)
  return text === 'wechat' ? t('oauth.wechat') : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
