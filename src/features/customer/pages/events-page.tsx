import type { ReactNode } from 'react'
import type { MessageKey } from '#i18n/keys.gen.ts'
import { definePage, type AnyPage } from '#platform/server/pages/page.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { activity } from '../actions/activity.ts'
import type * as contract from '../contract/user.ts'
import { Area, areaMeta, areaPage, Section } from '../parts/area.tsx'
import { EventLines } from '../parts/event-lines.tsx'

interface EventsPage {
  part: 'security/activity' | 'log'
  title: Extract<MessageKey, 'user.activity.title' | 'user.menu.log'>
  lead: Extract<MessageKey, 'user.activity.lead' | 'user.log.lead'>
  /** Offers them as files. */
  hasFiles: boolean
}

type Data = Output<typeof contract.activity> & { page: number }

/** What happened to the account, page by page. */
export function eventsPage({ part, title, lead, hasFiles }: EventsPage): AnyPage {
  return definePage<Data>({
    ...areaPage,
    query: ['page'],

    async load(ctx, _params, query) {
      const asked = Number(query.get('page') ?? 1)
      const page = Number.isInteger(asked) && asked >= 1 && asked <= 10_000 ? asked : 1
      const answer = await activity(ctx, { page })
      return answer.ok
        ? { kind: 'page', data: { ...answer.value, page }, tags: [] }
        : { kind: 'missing', status: 404 }
    },

    meta: (_data, ctx) => areaMeta(ctx.t(title), ctx),

    pageData: () => null,

    View({ data: { events, page, pages }, ctx }): ReactNode {
      const { t } = ctx
      const links = linksFor(ctx.shop.router, ctx.langPath)
      return (
        <Area part={part} title={t(title)} lead={t(lead)} ctx={ctx}>
          {hasFiles && (
            <Section title={t('user.log.files')}>
              <div className="area-ways">
                <ButtonLink href={links.accountFile('log')} look="quiet" download data-nav="off">
                  {t('user.log.csv')}
                </ButtonLink>
                {/* Not marked as a download: it may lead to the page that asks for a fresh proof. */}
                <ButtonLink href={links.accountFile('data')} look="quiet" data-nav="off">
                  {t('user.log.json')}
                </ButtonLink>
              </div>
            </Section>
          )}
          <p className="area-note">{t('user.not_me_text')}</p>
          {events.length === 0 ? (
            <p>{t('user.activity.empty')}</p>
          ) : (
            <ol className="area-rows">
              {events.map((event) => (
                <li key={event.id}>
                  <EventLines event={event} ctx={ctx} />
                  <form action={links.form('user/disown')} method="post">
                    <input type="hidden" name="event" value={event.id} />
                    <input type="hidden" name="next" value={links.user(part)} />
                    <Button
                      type="submit"
                      look="plain"
                      aria-label={t('user.not_me_label', { event: event.text })}
                    >
                      {t('user.not_me')}
                    </Button>
                  </form>
                </li>
              ))}
            </ol>
          )}
          <Pagination
            page={page}
            pages={pages}
            hrefOf={(to) => `${links.user(part)}${to === 1 ? '' : `?page=${to}`}`}
            texts={{
              label: t('user.activity.pages'),
              previous: t('user.activity.previous'),
              next: t('user.activity.next'),
              page: (to) => t('user.activity.page', { page: to }),
            }}
          />
        </Area>
      )
    },
  })
}
