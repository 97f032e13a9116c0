import { translator, type Texts } from '#i18n/t.ts'
import type { InputPasswordProps } from './island.tsx'

/** The island in each of its states, by name. `texts` are all messages of the language. */
export function examples(texts: Texts, lang: string): Record<string, InputPasswordProps> {
  const t = translator(texts, lang)
  const of = (state: string, error: string | null): InputPasswordProps => ({
    id: `password-${state}`,
    name: 'password',
    label: t('auth.new_password'),
    help: t('auth.new_password_help'),
    error,
    autoComplete: 'new-password',
    required: true,
    showText: t('auth.password_show'),
    hideText: t('auth.password_hide'),
  })
  return { default: of('default', null), error: of('error', t('problem.password_too_short', { least: 8 })) }
}
