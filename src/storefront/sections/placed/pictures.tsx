import type { ReactNode } from 'react'
import { sanitisePage } from '#features/content/rules/html.ts'
import { filmUrl } from '#features/media/contract.ts'
import { pickText } from '#i18n/pick-text.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Masonry } from '#ui/masonry.tsx'
import { Picture, picturePreload, type PictureSource, type PictureUrgency } from '#ui/picture.tsx'
import type { SettingsOf } from '#wire/sections.ts'
import type { LoadedPart } from '../../placed/part.ts'
import { placeParts } from '../../placed/place.tsx'
import { hrefIn } from '../../href-in.ts'
import { linkIn, pictureIn } from '../link.ts'
import { defineSection, type SectionProps } from '../section.ts'

/* Sections of pictures and films that the merchant gave. */

const storySizes = '(min-width: 48em) 50vw, 96vw'

interface Story {
  picture: PictureSource | null
  words: LoadedPart
}

export const story = defineSection<'story', Story>('story', {
  tags: [],
  styles: ['shop', 'home', 'content', 'sections'],

  async load(ctx, { picture, html }, files) {
    const own = sanitisePage(pickText(html, ctx.locale))
    const words = await placeParts(
      ctx,
      own === '' ? '' : `<div class="prose">${own}</div>`,
      'a section story',
    )
    return { picture: pictureIn(ctx, files, picture), words }
  },

  tagsOf: ({ words }) => words.tags,

  preload: ({ picture }) =>
    picture === null ? undefined : picturePreload(picture.key, storySizes, 320, 1440),

  View({ data: { picture, words }, settings, urgency, ctx }: SectionProps<SettingsOf<'story'>, Story>) {
    const title = pickText(settings.title, ctx.locale)
    const link = linkIn(ctx, settings.link)
    const looks = [
      'section-story',
      ...(picture === null ? [] : ['section-story-pictured']),
      ...(settings.side === 'end' ? ['section-story-end'] : []),
    ]
    return (
      <section className={looks.join(' ')}>
        {picture && <Picture picture={picture} sizes={storySizes} from={320} to={1440} urgency={urgency} />}
        <div className="section-story-words">
          {title !== '' && <h2>{title}</h2>}
          {words.element}
          {link && <ButtonLink href={link.href}>{link.text}</ButtonLink>}
        </div>
      </section>
    )
  },
})

interface PictureEntry {
  picture: PictureSource
  title: string
  text: string
  href: string | null
}

export const masonry = defineSection<'masonry', PictureEntry[]>('masonry', {
  tags: [],
  styles: ['shop', 'content', 'sections'],

  async load(ctx, { entries }, files) {
    return entries.flatMap(({ picture: named, title, text, href }) => {
      const picture = pictureIn(ctx, files, named)
      if (picture === null) return []
      const [said, more] = [pickText(title, ctx.locale), pickText(text, ctx.locale)]
      return [{ picture, title: said, text: more, href: href && hrefIn(ctx, href) }]
    })
  },

  preload: ([first]) => (first === undefined ? undefined : picturePreload(first.picture.key, entrySizes)),

  View({ data, settings, urgency, ctx }: SectionProps<SettingsOf<'masonry'>, PictureEntry[]>) {
    if (data.length === 0) return null
    const title = pickText(settings.title, ctx.locale)
    return (
      <section>
        {title !== '' && <h2 className="section-title">{title}</h2>}
        <Masonry>
          {data.map((entry, index) => (
            <Entry key={index} entry={entry} urgency={index === 0 ? urgency : 'lazy'} />
          ))}
        </Masonry>
      </section>
    )
  },
})

const entrySizes = '18rem'

function Entry({
  entry: { picture, title, text, href },
  urgency,
}: {
  entry: PictureEntry
  urgency: PictureUrgency
}): ReactNode {
  // Words beside a picture say what it shows; a link needs a name all the same.
  const shown = { ...picture, alt: title === '' ? picture.alt : '' }
  return (
    <article className="card">
      <div className="card-media">
        <Picture picture={shown} sizes={entrySizes} urgency={urgency} />
      </div>
      {title !== '' && (
        <h3 className="card-title">
          {href === null ? (
            title
          ) : (
            <a className="card-link" href={href}>
              {title}
            </a>
          )}
        </h3>
      )}
      {text !== '' && <p className="card-text">{text}</p>}
    </article>
  )
}

interface Logo {
  picture: PictureSource
  href: string | null
}

const logoSizes = '10rem'

export const logos = defineSection<'logos', Logo[]>('logos', {
  tags: [],
  styles: ['sections'],

  async load(ctx, { entries }, files) {
    return entries.flatMap(({ picture: named, href }) => {
      const picture = pictureIn(ctx, files, named)
      return picture === null ? [] : [{ picture, href: href && hrefIn(ctx, href) }]
    })
  },

  preload: ([first]) =>
    first === undefined ? undefined : picturePreload(first.picture.key, logoSizes, 160, 480),

  View({ data, settings, urgency, ctx }: SectionProps<SettingsOf<'logos'>, Logo[]>) {
    if (data.length === 0) return null
    const title = pickText(settings.title, ctx.locale)
    return (
      <section>
        {title !== '' && <h2 className="section-title">{title}</h2>}
        <ul className="section-logos">
          {data.map(({ picture, href }, index) => {
            const shown = (
              <Picture
                picture={picture}
                sizes={logoSizes}
                from={160}
                to={480}
                urgency={index === 0 ? urgency : 'lazy'}
                bare
              />
            )
            // A link that says nothing is none.
            return (
              <li key={index}>{href === null || picture.alt === '' ? shown : <a href={href}>{shown}</a>}</li>
            )
          })}
        </ul>
      </section>
    )
  },
})

export const video = defineSection<'video', PictureSource | null>('video', {
  tags: [],
  styles: ['sections'],
  load: async (ctx, { poster }, files) => pictureIn(ctx, files, poster),

  View({ data: poster, settings, ctx }: SectionProps<SettingsOf<'video'>, PictureSource | null>) {
    const { film, captions } = settings
    const title = pickText(settings.title, ctx.locale)
    const src = filmUrl(film)
    return (
      <section className="section-video">
        {title !== '' && <h2 className="section-title">{title}</h2>}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the merchant gives them, where anything is said */}
        <video
          controls
          preload="none"
          playsInline
          poster={poster === null ? undefined : `/media/${poster.key}/1080.jpg`}
          aria-label={title === '' ? ctx.t('product.videos') : title}
        >
          <source src={src} type={film.endsWith('.webm') ? 'video/webm' : 'video/mp4'} />
          {captions.map(({ lang, file }) => (
            <track
              key={file}
              kind="captions"
              src={filmUrl(file)}
              srcLang={lang}
              label={lang}
              default={lang === ctx.lang}
            />
          ))}
          <a href={src}>{title === '' ? film : title}</a>
        </video>
      </section>
    )
  },
})
