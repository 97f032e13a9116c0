import type { MessageKey } from '#i18n/keys.gen.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { linksFor } from '#wire/links.ts'
import type { PageName } from '#wire/page.ts'
import type { MailPage } from '#wire/paths.ts'
import type { Ctx } from '../context.ts'
import { definePage, type AnyPage } from '../pages/page.ts'

/** The state of a link in a mail: its button may be pressed, it was pressed, or the link is not valid any more. */
export type LinkState = 'ready' | 'done' | 'stale'

type Words = { [K in MessageKey]: K }[MessageKey]

/**
 * The page behind a link in a mail. It only shows a button: programs that look at mails follow every link in them,
 * and must neither confirm nor unsubscribe anybody.
 */
export function mailLinkPage(options: {
  name: PageName
  /** The call that the button makes, with the token: `newsletter/confirm`. Also the page's own path. */
  call: MailPage
  stateOf(ctx: Ctx, token: string): Promise<LinkState>
  /** `title` and `text` of each state but stale, and the button's word. */
  words: { ready: [title: Words, text: Words, button: Words]; done: [title: Words, text: Words] }
}): AnyPage {
  return definePage<{ state: LinkState; token: string }>({
    name: options.name,
    visibility: 'private',
    query: ['token'],
    styles: [],

    async load(ctx, _params, query) {
      const token = query.get('token') ?? ''
      const state = await options.stateOf(ctx, token)
      return { kind: 'page', data: { state, token }, tags: [], status: state === 'stale' ? 410 : 200 }
    },

    meta: ({ state }, ctx) => {
      const [title, text] = wordsOf(state, ctx)
      return {
        title: `${title} – ${ctx.shop.shop.name}`,
        description: text,
        canonicalPath: `/${options.call}`,
        noindex: true,
      }
    },

    pageData: () => null,

    View({ data: { state, token }, ctx }) {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const [title, text] = wordsOf(state, ctx)
      return (
        <div className="container">
          <EmptyState title={<h1>{title}</h1>} text={text}>
            {state === 'ready' ? (
              <form action={links.form(options.call)} method="post">
                <input type="hidden" name="token" value={token} />
                <input type="hidden" name="next" value={links.mailLink(options.call, token)} />
                <Button type="submit">{plain(ctx, options.words.ready[2])}</Button>
              </form>
            ) : (
              <ButtonLink href={links.home()} look="quiet">
                {ctx.t('mail_link.home')}
              </ButtonLink>
            )}
          </EmptyState>
        </div>
      )
    },
  })

  function wordsOf(state: LinkState, ctx: Ctx): [title: string, text: string] {
    if (state === 'stale') return [ctx.t('mail_link.stale.title'), ctx.t('mail_link.stale.text')]
    const [title, text] = options.words[state]
    return [plain(ctx, title), plain(ctx, text)]
  }
}

// The messages of such a page take no values.
function plain(ctx: Ctx, key: MessageKey): string {
  return (ctx.t as (key: MessageKey, values: Record<string, string>) => string)(key, {
    shop: ctx.shop.shop.name,
  })
}
