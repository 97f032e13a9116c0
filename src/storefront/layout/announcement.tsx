import type { FastifyInstance } from 'fastify'
import type { ReactNode } from 'react'
import { currentAnnouncement } from '#features/content/actions/announcement.ts'
import { announcementKey } from '#features/content/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'
import { urlIn } from './frame-url.ts'

/*
 * The bar above every page. The page is cached for everyone, so the server cannot know who dismissed the bar. An
 * element right behind it reads the cookie as soon as it is parsed; without scripts, `<noscript>` requests a
 * stylesheet made from the cookie.
 */

/** What the element behind the bar does: see `headScripts`. Allowed by its hash in the content security policy. */
export const hideDismissed =
  "customElements.define('x-dismissed',class extends HTMLElement{connectedCallback(){const e=this.previousElementSibling;" +
  "e.hidden=document.cookie.split('; ').includes('announcement='+e.dataset.announcement)}})"

const stylesPath = '/announcement.css'

const afterwards = `<x-dismissed hidden></x-dismissed><noscript><link rel="stylesheet" href="${stylesPath}"></noscript>`

export function Announcement({ ctx }: { ctx: Ctx }): ReactNode {
  const { t } = ctx
  const announcement = currentAnnouncement(ctx)
  if (announcement === null) return null
  const { key, messages } = announcement
  const action = linksFor(ctx.shop.router, ctx.langPath).form('announcement/dismiss')
  const isList = messages.length > 1
  return (
    <>
      <aside className="announcement" aria-label={t('frame.announcement')} data-announcement={key}>
        <ul
          className="announcement-messages"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- those that have no room are pushed sideways, by keys too
          tabIndex={isList ? 0 : undefined}
        >
          {messages.map(({ text, href }, index) => (
            <li key={text} data-of={isList ? `${index + 1}/${messages.length}` : undefined}>
              {href === null ? text : <a href={href}>{text}</a>}
            </li>
          ))}
        </ul>
        <form action={action} method="post">
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="next" value={urlIn(ctx.locale)} data-here="" />
          <IconButton type="submit" label={t('frame.announcement.dismiss')}>
            <Icon name="close" />
          </IconButton>
        </form>
      </aside>
      <Raw html={afterwards} />
    </>
  )
}

/** The stylesheet of browsers without scripts: it hides the announcement that the visitor has dismissed. */
export function serveAnnouncementStyles(app: FastifyInstance): void {
  app.get(stylesPath, (request, reply) => {
    const key = request.cookies['announcement'] ?? ''
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .send(announcementKey.test(key) ? `[data-announcement="${key}"]{display:none}` : '')
  })
}
