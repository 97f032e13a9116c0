import { sanitisePage } from '#features/content/rules/html.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { SettingsOf } from '#wire/sections.ts'
import type { LoadedPart } from '../../placed/part.ts'
import { placeParts } from '../../placed/place.tsx'
import { defineSection, type SectionProps } from '../section.ts'

/*
 * Sections of the merchant's own words. Their HTML is what a content page may carry: nothing that runs, loads or
 * styles, and the named parts (docs/parts.md).
 */

export const richText = defineSection<'rich-text', LoadedPart>('rich-text', {
  tags: [],
  styles: ['shop', 'home', 'content', 'sections'],

  load(ctx, { html }) {
    const own = sanitisePage(pickText(html, ctx.locale))
    return placeParts(ctx, own === '' ? '' : `<div class="prose">${own}</div>`, 'a section rich-text')
  },

  tagsOf: ({ tags }) => tags,

  View({ data, settings, ctx }: SectionProps<SettingsOf<'rich-text'>, LoadedPart>) {
    const title = pickText(settings.title, ctx.locale)
    return (
      <section className="home-section section-text">
        {title !== '' && <h2>{title}</h2>}
        <div className="placed-flow">{data.element}</div>
      </section>
    )
  },
})

/** Questions that open and close without scripts. */
export const questions = defineSection<'questions', null>('questions', {
  tags: [],
  styles: ['shop', 'home', 'content', 'sections'],
  load: async () => null,

  View({ settings, ctx }: SectionProps<SettingsOf<'questions'>, null>) {
    const title = pickText(settings.title, ctx.locale)
    return (
      <section className="home-section section-questions">
        {title !== '' && <h2>{title}</h2>}
        {settings.entries.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>{pickText(question, ctx.locale)}</summary>
            <p>{pickText(answer, ctx.locale)}</p>
          </details>
        ))}
      </section>
    )
  },
})

export const spacer = defineSection<'spacer', null>('spacer', {
  tags: [],
  styles: ['sections'],
  load: async () => null,
  View: ({ settings }) => (
    <div className={`section-space section-space-${settings.size}`} aria-hidden="true" />
  ),
})
