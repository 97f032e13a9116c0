import { Fragment, type CSSProperties, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { textDirection } from '#i18n/match-locale.ts'

/*
 * The parts of a mail. HTML and plain text are made of the same parts, so that they cannot differ. Mail programs read
 * no stylesheets and few tags: tables, inline styles, no pictures that must load.
 */

export interface Letter {
  /** BCP 47. */
  lang: string
  shop: { name: string; href: string; color: string }
  subject: string
  /** The first lines in a list of mails. */
  title: string
  parts: readonly LetterPart[]
  /** Why the recipient got this mail, and how to stop it. */
  footer: readonly LetterPart[]
}

export type LetterPart =
  | { kind: 'text'; text: string }
  /** A text that somebody typed, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'link'; text: string; href: string }
  /** What somebody may give one to five stars to; each star is a link, in words for who does not see them. */
  | { kind: 'stars'; text: string; stars: readonly { text: string; href: string }[] }
  | { kind: 'facts'; facts: readonly { name: string; value: string }[] }

const ink = '#1d1b22'
const soft = '#5f5b66'
const line = '#e4e1e8'
const font =
  "-apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'PingFang HK', 'Microsoft YaHei', Arial, sans-serif"

export function letterHtml(letter: Letter): string {
  return `<!doctype html>${renderToStaticMarkup(<LetterDocument letter={letter} />)}`
}

/** Lines of any length: mail programs break them (RFC 3676 is not read by all). */
export function letterPlain({ lang, shop, title, parts, footer }: Letter): string {
  const colon = lang.startsWith('zh') ? '：' : ':'
  const plain = (part: LetterPart): string => plainPart(part, colon)
  const body = [title, ...parts.map(plain)].join('\n\n')
  return `${body}\n\n-- \n${[shop.name, shop.href, ...footer.map(plain)].join('\n')}\n`
}

function plainPart(part: LetterPart, colon: '：' | ':'): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'quote':
      return part.text
        .split('\n')
        .map((row) => `> ${row}`)
        .join('\n')
    case 'button':
    case 'link':
      return `${part.text}${colon}\n${part.href}`
    case 'stars':
      return [part.text, ...part.stars.map(({ text: words, href }) => `${words}${colon} ${href}`)].join('\n')
    case 'facts':
      // The sign of Chinese has its room in itself.
      return part.facts.map(({ name, value }) => `${name}${colon === ':' ? ': ' : colon}${value}`).join('\n')
  }
}

function LetterDocument({ letter }: { letter: Letter }): ReactNode {
  const { lang, shop, title, subject, parts, footer } = letter
  return (
    <html lang={lang} dir={textDirection(lang) === 'rtl' ? 'rtl' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        {/* Colours are safe to be turned over by a dark mail program. */}
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: '#f6f5f8', color: ink, fontFamily: font }}>
        <table
          role="presentation"
          width="100%"
          cellPadding={0}
          cellSpacing={0}
          style={{ background: '#f6f5f8' }}
        >
          <tbody>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a table that places, not one of controls */}
              <td align="center" style={{ padding: '32px 12px' }}>
                <table
                  role="presentation"
                  cellPadding={0}
                  cellSpacing={0}
                  style={{ width: '100%', maxWidth: '560px', textAlign: 'start' }}
                >
                  <tbody>
                    <tr>
                      <td style={{ padding: '0 4px 16px', fontSize: '18px', fontWeight: 600 }}>
                        <a href={shop.href} style={{ color: ink, textDecoration: 'none' }}>
                          {shop.name}
                        </a>
                      </td>
                    </tr>
                    <tr>
                      <td style={card}>
                        <h1
                          style={{ margin: '0 0 16px', fontSize: '22px', lineHeight: 1.3, fontWeight: 600 }}
                        >
                          {title}
                        </h1>
                        {parts.map((part, index) => (
                          <Part key={index} part={part} color={shop.color} />
                        ))}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '16px 4px 0', fontSize: '13px', color: soft }}>
                        {footer.map((part, index) => (
                          <Part key={index} part={part} color={soft} small />
                        ))}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const card: CSSProperties = {
  padding: '28px 24px',
  background: '#ffffff',
  border: `1px solid ${line}`,
  borderRadius: '8px',
}

function Part({
  part,
  color,
  small = false,
}: {
  part: LetterPart
  color: string
  small?: boolean
}): ReactNode {
  const text: CSSProperties = {
    margin: small ? '0 0 6px' : '0 0 16px',
    fontSize: small ? '13px' : '16px',
    lineHeight: 1.55,
  }
  switch (part.kind) {
    case 'text':
      return <p style={text}>{part.text}</p>
    case 'quote':
      return (
        <p style={{ ...text, padding: '2px 0 2px 14px', borderInlineStart: `3px solid ${line}` }}>
          {part.text.split('\n').map((row, index) => (
            <Fragment key={index}>
              {index > 0 && <br />}
              {row}
            </Fragment>
          ))}
        </p>
      )
    case 'button':
      return (
        <p style={text}>
          <a href={part.href} style={{ ...button, background: color }}>
            {part.text}
          </a>
        </p>
      )
    case 'link':
      return (
        <p style={text}>
          <a href={part.href} style={{ color: small ? soft : ink }}>
            {part.text}
          </a>
        </p>
      )
    case 'stars':
      return (
        <p style={text}>
          {part.text}
          <br />
          {part.stars.map((star) => (
            <a key={star.href} href={star.href} title={star.text} aria-label={star.text} style={starLink}>
              ★
            </a>
          ))}
        </p>
      )
    case 'facts':
      return (
        <table
          role="presentation"
          cellPadding={0}
          cellSpacing={0}
          style={{ margin: '0 0 16px', width: '100%' }}
        >
          <tbody>
            {part.facts.map(({ name, value }, index) => (
              <tr key={index}>
                <td style={{ ...fact, width: '38%', color: soft }}>{name}</td>
                <td style={fact}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )
  }
}

const button: CSSProperties = {
  display: 'inline-block',
  padding: '13px 22px',
  color: '#ffffff',
  fontSize: '16px',
  fontWeight: 600,
  textDecoration: 'none',
  borderRadius: '6px',
}

const starLink: CSSProperties = {
  display: 'inline-block',
  padding: '4px 8px 4px 0',
  color: ink,
  fontSize: '30px',
  lineHeight: 1,
  textDecoration: 'none',
}

const fact: CSSProperties = {
  padding: '6px 12px 6px 0',
  fontSize: '15px',
  lineHeight: 1.45,
  verticalAlign: 'top',
  borderBottom: `1px solid ${line}`,
}
