import type { ReactNode } from 'react'
import { askQuestion } from '#features/verify/actions/create.ts'
import type { Issued } from '#features/verify/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Loaded, PageHead } from '#platform/server/pages/page.ts'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'
import { safePath } from '#wire/safe-path.ts'
import { rememberDevice } from '../rules/browser.ts'

/** Shared by the pages of signing in: none is cached, found by a search engine, or shown to who is signed in. */

export const authPage = {
  name: 'auth',
  visibility: 'private',
  styles: ['account'],
} as const

/** Where to go on, of the query or of a form that came back; empty for the account's own page. */
export function nextOf({ visitor }: Ctx, query: URLSearchParams): string {
  return safePath(visitor.posted?.values['next']?.at(-1) ?? query.get('next')) ?? ''
}

/**
 * Who is signed in has nothing to do here. Others get the token of their browser with the page: calls that its parts
 * make at once would each make another, and a QR code or a passkey be asked for under one that is gone.
 */
export async function leaveWhenSignedIn(ctx: Ctx, next: string): Promise<Loaded<never> | null> {
  if ((await ctx.who()).customer === null) {
    // A form that comes back has been answered with one already.
    if (ctx.visitor.posted === null) rememberDevice(ctx)
    return null
  }
  const to = next === '' ? linksFor(ctx.shop.router, ctx.langPath).user('center') : next
  return { kind: 'redirect', to, status: 303 }
}

/** The question of the security check, for a form that was refused for want of it; null where none is needed. */
export async function questionFor(ctx: Ctx): Promise<Issued | null> {
  return ctx.visitor.posted?.errors['verifyAnswer'] === undefined ? null : askQuestion(ctx)
}

export function authMeta(path: keyof typeof fixedPaths, title: string, ctx: Ctx): PageHead {
  return {
    title: `${title} – ${ctx.shop.shop.name}`,
    description: title,
    canonicalPath: fixedPaths[path],
    noindex: true,
  }
}

/** The one column of such a page. */
export function AuthPage({
  title,
  lead,
  ctx,
  children,
}: {
  title: string
  lead?: ReactNode
  ctx: Ctx
  children: ReactNode
}): ReactNode {
  const { notice } = ctx.visitor
  return (
    <div className="auth-page container">
      <div className="auth">
        <header className="auth-head">
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </header>
        {notice !== null && (
          <p className="auth-notice" role={notice.kind === 'refused' ? 'alert' : 'status'}>
            {notice.text}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
