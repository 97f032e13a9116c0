import type { ReactNode } from 'react'
import { sanitisePage } from '#features/content/rules/html.ts'
import { filmUrl } from '#features/media/contract.ts'
import { pickText } from '#i18n/pick-text.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Masonry } from '#ui/masonry.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import type { SettingsOf } from '#wire/sections.ts'
import type { LoadedPart } from '../../placed/part.ts'
import { placeParts } from '../../placed/place.tsx'
import { hrefIn } from '../../href-in.ts'
import { linkIn, pictureIn } from '../link.ts'
import { defineSection, type SectionProps } from '../section.ts'

/* Sections of pictures and films that the merchant gave. */

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

  View({ data: { picture, words }, settings, ctx }: SectionProps<SettingsOf<'story'>, Story>) {
    const title = pickText(settings.title, ctx.locale)
    const link = linkIn(ctx, settings.link)
    const looks = [
      'section-story',
      ...(picture === null ? [] : ['section-story-pictured']),
      ...(settings.side === 'end' ? ['section-story-end'] : []),
    ]
    return (
      <section className={looks.join(' ')}>
        {picture && <Picture picture={picture} sizes="(min-width: 48em) 50vw, 96vw" from={320} to={1440} />}
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

  View({ data, settings, ctx }: SectionProps<SettingsOf<'masonry'>, PictureEntry[]>) {
    if (data.length === 0) return null
    const title = pickText(settings.title, ctx.locale)
    return (
      <section>
        {title !== '' && <h2 className="section-title">{title}</h2>}
        <Masonry>
          {data.map((entry, index) => (
            <Entry key={index} entry={entry} />
          ))}
        </Masonry>
      </section>
    )
  },
})

function Entry({ entry: { picture, title, text, href } }: { entry: PictureEntry }): ReactNode {
  // Words beside a picture say what it shows; a link needs a name all the same.
  const shown = { ...picture, alt: title === '' ? picture.alt : '' }
  return (
    <article className="card">
      <div className="card-media">
        <Picture picture={shown} sizes="18rem" />
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

export const logos = defineSection<'logos', Logo[]>('logos', {
  tags: [],
  styles: ['sections'],

  async load(ctx, { entries }, files) {
    return entries.flatMap(({ picture: named, href }) => {
      const picture = pictureIn(ctx, files, named)
      return picture === null ? [] : [{ picture, href: href && hrefIn(ctx, href) }]
    })
  },

  View({ data, settings, ctx }: SectionProps<SettingsOf<'logos'>, Logo[]>) {
    if (data.length === 0) return null
    const title = pickText(settings.title, ctx.locale)
    return (
      <section>
        {title !== '' && <h2 className="section-title">{title}</h2>}
        <ul className="section-logos">
          {data.map(({ picture, href }, index) => (
            <li key={index}>
              {/* A link that says nothing is none. */}
              {href === null || picture.alt === '' ? (
                <Picture picture={picture} sizes="10rem" from={160} to={480} bare />
              ) : (
                <a href={href}>
                  <Picture picture={picture} sizes="10rem" from={160} to={480} bare />
                </a>
              )}
            </li>
          ))}
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
