import { createElement } from 'react'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hostCookie } from '#features/session/rules/cookies.ts'
import { filesOfVersion, themeVersion } from '#features/theming/queries.ts'
import { linkOf } from '#features/theming/queries/links.ts'
import type { Themes } from '#features/theming/serve.ts'
import { langPath } from '#i18n/locales.ts'
import { Refusal } from '#platform/server/answers.ts'
import type { Db } from '#platform/server/db/db.ts'
import type { Frame } from '#platform/server/pages/document.ts'
import type { Site } from '#platform/server/pages/make-page.ts'
import type { Apart } from '#platform/server/pages/pages.ts'
import { renderView } from '#platform/server/pages/render.tsx'
import { shownIn } from '#platform/server/pages/shown.ts'
import type { TemplateFault } from '#platform/server/pages/template.ts'
import { readPlain } from '#platform/server/form-fields.ts'
import { isForeign, splitLocale, type ContextParts } from '#platform/server/request.ts'
import { readSigned } from '#platform/server/signing.ts'
import { DraftBanner, DraftFaults } from '#storefront/layout/draft.tsx'
import { writeUrl } from '#storefront/layout/frame-url.ts'
import { safePath } from '#wire/safe-path.ts'
import { lookState, type LookOptions, type LookState } from '../state/look-state.ts'
import { readLookFiles, type Shop, type ShopState } from '../state/shop-state.ts'
import { draftPath, draftPurpose } from './draft-links.ts'
import { reloadScript, serveDraftReload } from './draft-reload.ts'
import { readLook } from './check-theme.ts'

/*
 * A version of the theme that is shown to whoever came by a link, and to nobody else. A cookie stands for the link from
 * then on. Such pages are made for each request: they neither enter a cache nor come out of one.
 */

const cookie = 'violet_draft'

/** Whether a request may come from a visitor who sees a draft: such a request is answered by no cache. */
export function mayBeApart({ cookie: sent }: IncomingHttpHeaders): boolean {
  return sent?.includes(`${cookie}=`) === true
}

export interface DraftParts {
  db: Db
  shop: Shop
  themes: Themes
  liquid: LookOptions['liquid']
  parts: ContextParts
  site: Site
  now: () => Date
}

export interface Drafts {
  /** How pages are made for who sees a draft; null for everybody else. */
  apart(request: FastifyRequest): Promise<Apart | null>
  /** The link itself, and the way out. */
  serve(app: FastifyInstance): void
}

interface Draft {
  name: string
  version: number
  /** It is being written: each save replaces it. */
  isWorking: boolean
  /** Null: its files cannot be read by this version of the program. */
  look: LookState | null
  /** Of the theme as a whole. */
  faults: readonly TemplateFault[]
}

/** Drafts that a node has at hand. */
const mostKept = 4

export function openDrafts(options: DraftParts): Drafts {
  const { db, shop, parts, site, now } = options
  // A draft is shown with the rest of the shop's state: another state, other drafts.
  const known = new WeakMap<ShopState, Map<number, Promise<Draft>>>()

  function draftOf(version: number): Promise<Draft> {
    const state = shop.now()
    const drafts = known.get(state) ?? new Map<number, Promise<Draft>>()
    known.set(state, drafts)
    const before = drafts.get(version)
    if (before !== undefined) return before
    const loaded = loadDraft(version, options)
    drafts.set(version, loaded)
    if (drafts.size > mostKept) drafts.delete(drafts.keys().next().value!)
    loaded.catch(() => drafts.delete(version))
    return loaded
  }

  async function versionOf(request: FastifyRequest): Promise<number | null> {
    const token = request.cookies[hostCookie(cookie, parts.origin())]
    const link = token === undefined ? null : await readDraftLink(db, token, now())
    return link?.version ?? null
  }

  async function apart(request: FastifyRequest): Promise<Apart | null> {
    const version = await versionOf(request)
    if (version === null) return null
    const draft = await draftOf(version)
    const config = { ...shop.now().config, ...draft.look?.config }
    return {
      // Data that is cached for everybody is rendered in the shop's own look.
      parts: { ...parts, shop: () => config, kept: (_key, _tags, read) => read() },
      site: {
        ...site,
        look: () => draft.look ?? site.look(),
        faults: (ctx, faults) => createElement(DraftFaults, { ctx, faults }),
        frame: (...given) => frameWithBanner(site, draft, given),
      },
    }
  }

  return {
    apart,
    serve(app) {
      app.get(draftPath, (request, reply) => enter(request, reply, options))
      let isClosing = false
      app.addHook('preClose', async () => void (isClosing = true))
      // The page that asks for it hears of what fails.
      const prepare = (version: number): void => void draftOf(version).catch(() => {})
      serveDraftReload(app, { versionOf, prepare, isClosing: () => isClosing })
      const end = (request: FastifyRequest, reply: FastifyReply): FastifyReply => leave(request, reply, parts)
      app.post('/form/theme/draft/end', async (request, reply) => end(request, reply))
      app.post('/:lang/form/theme/draft/end', async (request, reply) => end(request, reply))
    },
  }
}

/** The version that a link shows; null for one that was not signed here, has expired, or was revoked. */
async function readDraftLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ version: number; expiresAt: Date } | null> {
  const signed = await readSigned(db, draftPurpose, token, now)
  return signed === null ? null : await linkOf(db, signed.id, now)
}

async function loadDraft(version: number, { db, themes, liquid }: DraftParts): Promise<Draft> {
  const { name, isWorking } = (await themeVersion(db, version)) ?? { name: '', isWorking: false }
  const read = readLook(await filesOfVersion(db, version, '^assets/.*[.](avif|gif|jpe?g|png|webp)$'))
  if (!read.ok) {
    const faults = read.problem.map(({ file = 'theme.json', line = null, path, reason }) => ({
      file,
      line,
      message: path === '' ? reason : `${path}: ${reason}`,
    }))
    return { name, version, isWorking, look: null, faults }
  }
  const look = lookState(read.value, await readLookFiles(db, { version }), { themes, liquid, isDraft: true })
  // Who opens a link waits for the threads, and not for another try.
  if (look.liquid !== null) await liquid.engine.start()
  return { name, version, isWorking, look, faults: [] }
}

async function frameWithBanner(
  site: Site,
  { name, version, isWorking, faults }: Draft,
  [ctx, where, rendering]: Parameters<Site['frame']>,
): Promise<Frame> {
  const frame = await site.frame(ctx, where, rendering)
  const banner = renderView(
    createElement(DraftBanner, { ctx, name, version, script: isWorking ? reloadScript : null }),
    rendering,
  )
  const said = faults.length === 0 ? '' : renderView(createElement(DraftFaults, { ctx, faults }), rendering)
  const above = writeUrl(banner, where) + said
  return { ...frame, header: above + frame.header, shown: new Set([...frame.shown, ...shownIn(above)]) }
}

async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, parts, now }: DraftParts,
): Promise<FastifyReply | void> {
  const { key } = request.query as { key?: unknown }
  const at = now()
  const link = typeof key === 'string' ? await readDraftLink(db, key, at) : null
  if (link === null) return reply.callNotFound()
  return reply
    .setCookie(hostCookie(cookie, parts.origin()), key as string, {
      ...cookieOptions(parts),
      maxAge: Math.ceil((link.expiresAt.getTime() - at.getTime()) / 1000),
    })
    .headers(hidden)
    .redirect('/', 303)
}

function leave(request: FastifyRequest, reply: FastifyReply, parts: ContextParts): FastifyReply {
  if (isForeign(request, parts.origin())) throw new Refusal('foreign_origin')
  const { locale } = splitLocale(request.url)
  const { next } = readPlain(request)
  return reply
    .clearCookie(hostCookie(cookie, parts.origin()), cookieOptions(parts))
    .headers(hidden)
    .redirect(safePath(next?.at(-1)) ?? (langPath(locale) || '/'), 303)
}

/** The key in the URL goes to nobody. */
const hidden = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

function cookieOptions({ secure }: Pick<ContextParts, 'secure'>) {
  return { path: '/', httpOnly: true, secure, sameSite: 'lax' as const }
}
