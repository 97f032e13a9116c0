import type { ComponentProps, ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import type { BookEntry } from '../../contract.ts'
import type { AddressModalKey } from '../../parts/texts.ts'

/** An address as it is shown, with what can be done with it. */
export function Entry({
  entry: { id, name, lines, isDefault },
  links,
  edit,
  t,
}: {
  entry: BookEntry
  links: { remove: string; setDefault: string; book: string }
  edit: ComponentProps<'a'>
  t: Translate<AddressModalKey>
}): ReactNode {
  return (
    <li className="book-entry">
      <address>
        <span className="book-name">
          <strong>{name}</strong> {isDefault && <Badge kind="success">{t('book.default')}</Badge>}
        </span>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className="book-ways">
        <a
          className="book-way"
          href={`${links.book}?edit=${id}`}
          aria-label={t('book.edit_of', { name })}
          {...edit}
        >
          {t('book.edit')}
        </a>
        {!isDefault && (
          <form action={links.setDefault} method="post">
            <input type="hidden" name="id" value={id} />
            <Button
              type="submit"
              look="plain"
              className="book-way"
              aria-label={t('book.make_default_of', { name })}
            >
              {t('book.make_default')}
            </Button>
          </form>
        )}
        <details className="book-delete">
          <summary className="book-way" aria-label={t('book.delete_of', { name })}>
            {t('book.delete')}
          </summary>
          <form action={links.remove} method="post">
            <p>{t('book.delete_sure')}</p>
            <input type="hidden" name="id" value={id} />
            <Button type="submit" look="quiet">
              {t('book.delete_do')}
            </Button>
          </form>
        </details>
      </div>
    </li>
  )
}
