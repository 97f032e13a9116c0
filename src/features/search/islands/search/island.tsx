import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { Texts } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import type { BoxProps } from './box.tsx'
import type { searchTexts } from './texts.ts'

type Keys = (typeof searchTexts)[number]

export interface SearchProps {
  /** URL of the result page. */
  action: string
  texts: Texts<Keys>
  lang: string
  external?: boolean
}

/** The search form. With scripts, suggestions appear below it; their code is loaded separately. */
export default function Search({ action, texts, lang }: SearchProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [below, setBelow] = useState<{ Box: ComponentType<BoxProps>; form: HTMLFormElement } | null>(null)

  useEffect(() => {
    // Without it the form is still a form.
    import('./box.tsx').then(
      ({ Box }) => form.current && setBelow({ Box, form: form.current }),
      () => {},
    )
  }, [])

  return (
    <form ref={form} className="search-form" action={action} method="get" role="search" data-page="search">
      <div className="search-line">
        <label className="visually-hidden" htmlFor="search-q">
          {texts['frame.search_label'] as string}
        </label>
        <input
          id="search-q"
          type="search"
          name="q"
          maxLength={200}
          required
          autoComplete="off"
          enterKeyHint="search"
          placeholder={texts['frame.search_label'] as string}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opening the search is asking to type; closed, it takes no focus
          autoFocus
        />
        <Button type="submit">{texts['frame.search'] as string}</Button>
      </div>
      {below && <below.Box form={below.form} action={action} texts={texts} lang={lang} />}
    </form>
  )
}
