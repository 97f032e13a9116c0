import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Checkbox, Field } from '#ui/forms/field.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import type { AuthKey } from '../islands/auth/texts.ts'

/*
 * The fields of signing in, for the server's pages and for the island alike.
 */

export type T = Translate<AuthKey>
/** Name of a field → its error in words. */
export type Errors = Readonly<Record<string, string>>

interface FieldProps {
  t: T
  idOf: (field: string) => string
  errors: Errors
}

/** A field of a page without the island, which cannot move the focus later: the browser does so when it loads. */
interface Focused {
  isFocused?: boolean
}

/** What is wrong, above the form. */
export function Faults({
  errors,
  text,
  idOf,
  t,
}: Pick<FieldProps, 'errors' | 'idOf' | 't'> & { text: string | null }): ReactNode {
  const all = Object.entries(errors)
  if (all.length > 0)
    return (
      <FormErrors
        title={t('auth.errors', { count: all.length })}
        errors={all.map(([field, said]) => ({ id: idOf(field), text: said }))}
      />
    )
  if (text === null) return null
  return (
    <p className="form-errors" role="alert">
      {text}
    </p>
  )
}

export function AccountField({
  typed,
  isFocused,
  idOf,
  errors,
  t,
}: FieldProps & Focused & { typed: string }): ReactNode {
  return (
    <Field
      id={idOf('account')}
      name="account"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where what was typed here is wrong
      autoFocus={isFocused}
      label={t('auth.account')}
      placeholder={t('auth.account_hint')}
      autoComplete="username webauthn"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={254}
      defaultValue={typed}
      error={errors['account']}
    />
  )
}

/** In Chinese the family name comes first, as in the address. */
export function NameFields({
  firstName,
  lastName,
  lang,
  idOf,
  errors,
  t,
}: FieldProps & { firstName: string; lastName: string; lang: string }): ReactNode {
  const first = (
    <Field
      key="firstName"
      id={idOf('firstName')}
      name="firstName"
      label={t('auth.first_name')}
      autoComplete="given-name"
      required
      maxLength={100}
      defaultValue={firstName}
      error={errors['firstName']}
    />
  )
  const last = (
    <Field
      key="lastName"
      id={idOf('lastName')}
      name="lastName"
      label={t('auth.last_name')}
      autoComplete="family-name"
      required
      maxLength={100}
      defaultValue={lastName}
      error={errors['lastName']}
    />
  )
  return <div className="auth-names">{lang.startsWith('zh') ? [last, first] : [first, last]}</div>
}

export function CodeField({
  onInput,
  isFocused,
  idOf,
  errors,
  t,
}: FieldProps & Focused & { onInput?: (text: string) => void }): ReactNode {
  return (
    <Field
      id={idOf('code')}
      name="code"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field, and the visitor has asked for it
      autoFocus={isFocused}
      className="auth-code"
      label={t('auth.code')}
      help={t('auth.code_help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={20}
      onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
      error={errors['code']}
    />
  )
}

/** The code of the authenticator app, or a recovery code. */
export function FactorField({
  onInput,
  isFocused,
  idOf,
  errors,
  t,
}: FieldProps & Focused & { onInput?: (text: string) => void }): ReactNode {
  return (
    <Field
      id={idOf('code')}
      name="code"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field, and the visitor has asked for it
      autoFocus={isFocused}
      label={t('auth.factor_code')}
      help={t('auth.factor_help')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={60}
      onInput={onInput && (({ currentTarget }) => onInput(currentTarget.value))}
      error={errors['code']}
    />
  )
}

/** Whether this browser is asked for the second factor again. */
export function TrustBox({ t }: Pick<FieldProps, 't'>): ReactNode {
  return (
    <Checkbox name="trust" value="on">
      {t('auth.factor_trust')}
    </Checkbox>
  )
}

export type PasswordKind = 'own' | 'optional' | 'new'

/** Words of the password's field: the one to sign in with, or one to choose. */
export function passwordWords(
  kind: PasswordKind,
  t: T,
): {
  label: string
  help: string | null
  autoComplete: 'current-password' | 'new-password'
  required: boolean
  showText: string
  hideText: string
} {
  const buttons = { showText: t('auth.password_show'), hideText: t('auth.password_hide') }
  switch (kind) {
    case 'own':
      return {
        label: t('auth.password'),
        help: null,
        autoComplete: 'current-password',
        required: false,
        ...buttons,
      }
    case 'optional':
      return {
        label: t('auth.optional_password'),
        help: t('auth.optional_password_help'),
        autoComplete: 'new-password',
        required: false,
        ...buttons,
      }
    case 'new':
      return {
        label: t('auth.new_password'),
        help: t('auth.new_password_help'),
        autoComplete: 'new-password',
        required: true,
        ...buttons,
      }
  }
}

export function OwnPassword({ kind, idOf, errors, t }: FieldProps & { kind: PasswordKind }): ReactNode {
  const { help, ...words } = passwordWords(kind, t)
  return (
    <PasswordField
      id={idOf('password')}
      name="password"
      maxLength={200}
      {...words}
      help={help ?? undefined}
      error={errors['password']}
    />
  )
}

/** A box that is not ticked is not sent: then the field before it counts. */
export function KeepBox({ isKept = true, t }: { isKept?: boolean; t: T }): ReactNode {
  return (
    <>
      <input type="hidden" name="keep" value="off" />
      <Checkbox name="keep" value="on" defaultChecked={isKept}>
        {t('auth.keep')}
      </Checkbox>
    </>
  )
}
