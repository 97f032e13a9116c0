import { pickTexts, type Texts } from '#i18n/t.ts'
import type { AuthProps } from './island.tsx'
import { authTexts } from './texts.ts'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, AuthProps> {
  const base: AuthProps = {
    mode: 'signIn',
    values: { account: '', firstName: '', lastName: '', keep: 'on' },
    errors: {},
    text: null,
    byPassword: false,
    next: '',
    links: { send: '/form/auth/sendCode', signIn: '/form/auth/signIn', forget: '/auth/forget' },
    texts: pickTexts(texts, authTexts),
    lang,
  }
  const ada = { account: 'ada@example.org', firstName: 'Ada', lastName: '', keep: 'on' as const }
  return {
    'sign in': base,
    'sign in by password': { ...base, byPassword: true },
    'sign in refused': {
      ...base,
      values: ada,
      errors: { password: 'Account and password do not match.' },
      byPassword: true,
    },
    'sign up': { ...base, mode: 'signUp' },
    'sign up refused': {
      ...base,
      mode: 'signUp',
      values: ada,
      errors: { lastName: 'Last name is required' },
    },
    'account from an order': {
      ...base,
      mode: 'signUp',
      values: { ...ada, lastName: 'King' },
      isGiven: true,
    },
    forget: { ...base, mode: 'forget', text: 'We cannot send text messages at the moment.' },
  }
}
