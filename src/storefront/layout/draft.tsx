import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { TemplateFault } from '#platform/server/pages/template.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { urlIn } from './frame-url.ts'

/*
 * What a colleague reads who sees a draft of the theme. Its styles are in the draft's own stylesheet: no other page has
 * a byte of it.
 */

interface BannerProps {
  ctx: Ctx
  /** Of the version that is shown. */
  name: string
  version: number
  /** Follows what is saved meanwhile; null for a version that stays as it is. */
  script: string | null
}

/** Above the header of every page of a draft, with the way out of it. */
export function DraftBanner({
  ctx: { t, shop, langPath, locale },
  name,
  version,
  script,
}: BannerProps): ReactNode {
  return (
    <aside className="theme-draft" aria-label={t('frame.draft.label')} data-draft-version={version}>
      <p>{t('frame.draft', { name, version: String(version) })}</p>
      <form action={linksFor(shop.router, langPath).form('theme/draft/end')} method="post">
        <input type="hidden" name="next" value={urlIn(locale)} data-here="" />
        <Button look="plain" type="submit">
          {t('frame.draft.end')}
        </Button>
      </form>
      {script !== null && <script type="module" src={script} />}
    </aside>
  )
}

/** The faults of the page's template, by file and line. The reasons are English, as the messages of commands are. */
export function DraftFaults({
  ctx: { t },
  faults,
}: {
  ctx: Ctx
  faults: readonly TemplateFault[]
}): ReactNode {
  return (
    <section className="theme-draft-faults" aria-label={t('frame.draft.faults')}>
      <p>{t('frame.draft.faults')}</p>
      <ul lang="en">
        {faults.map(({ file, line, message }, index) => (
          <li key={index}>
            <code>{line === null ? file : `${file}:${line}`}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
