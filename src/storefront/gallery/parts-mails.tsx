import { letterHtml, letterPlain } from '#platform/server/mail/mail-parts.tsx'
import { allMails } from './mails/all-mails.ts'
import type { GalleryProps, ShownPart } from './shown.ts'

/**
 * Every mail: as a mail program shows it, in a frame that can do nothing, and as plain text beside. Closed until somebody
 * looks: a page with fifty documents in it is slow.
 */
export function mailParts({ ctx }: GalleryProps, isOpen: boolean): ShownPart[] {
  const states = allMails(ctx).map(([name, letter]) => ({
    name,
    wide: true,
    view: (
      <details className="gallery-mail" open={isOpen}>
        <summary lang={letter.lang}>{letter.subject}</summary>
        <div className="gallery-mail-forms">
          <iframe title={`${name}: HTML`} sandbox="" loading="lazy" srcDoc={letterHtml(letter)} />
          <pre lang={letter.lang}>{letterPlain(letter)}</pre>
        </div>
      </details>
    ),
  }))
  return [{ name: 'mails', states }]
}
