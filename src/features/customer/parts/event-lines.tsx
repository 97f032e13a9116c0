import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { Output } from '#wire/endpoint.ts'
import type * as contract from '../contract/user.ts'
import { momentText } from './area.tsx'

type Event = Output<typeof contract.activity>['events'][number]

/** What happened, where and when: the parts of a row. */
export function EventLines({ event, ctx }: { event: Event; ctx: Ctx }): ReactNode {
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks
  const { text, ip, browser, at } = event
  return (
    <>
      <div className="area-row-text">
        <strong>{text}</strong>
        {ip !== '' && (
          <span className="area-note">
            {browser || ctx.t('user.device_unknown')} · {ip}
          </span>
        )}
      </div>
      <time className="area-note" dateTime={at}>
        {momentText(at, ctx)}
      </time>
    </>
  )
}
