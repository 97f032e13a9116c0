import type { Ctx } from '#platform/server/context.ts'
import type { Letter } from '#platform/server/mail/mail-parts.tsx'
import { communityMails } from './community-mails.ts'
import { orderMails } from './order-mails.ts'
import { otherMails } from './other-mails.ts'
import { returnMails } from './return-mails.ts'

/** Every mail that the shop writes, in every state, in the language of the context; made up, and sent to nobody. */
export function allMails(ctx: Ctx): [name: string, letter: Letter][] {
  return [...orderMails(ctx), ...returnMails(ctx), ...communityMails(ctx), ...otherMails(ctx)]
}
