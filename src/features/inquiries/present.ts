import type { Locale } from '#i18n/locales.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { FormView } from './contract.ts'
import type { FormRow } from './queries.ts'

export function presentForm({ slug, fields, texts }: FormRow, locale: Locale): FormView {
  const text = (name: 'title' | 'summary' | 'content_label' | 'thanks'): string =>
    pickText(
      Object.fromEntries(
        texts.flatMap((row) => (row[name] === null ? [] : [[row.locale, row[name]] as const])),
      ),
      locale,
    )
  return {
    slug,
    title: text('title'),
    summary: text('summary'),
    contentLabel: text('content_label'),
    thanks: text('thanks'),
    languages: texts.map((row) => row.locale),
    fields: fields.map(({ code, label, help, kind, required, choices }) => ({
      code,
      label: pickText(label, locale),
      help: help === undefined ? null : pickText(help, locale),
      kind,
      required,
      choices: choices.map((choice) => ({ code: choice.code, name: pickText(choice.name, locale) })),
    })),
  }
}
