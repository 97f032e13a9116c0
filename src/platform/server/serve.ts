import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Result } from '#domain/result.ts'
import type { MessageKey } from '#i18n/keys.gen.ts'
import type { Translate } from '#i18n/t.ts'
import type { Answer, AnyEndpoint, Input } from '#wire/endpoint.ts'
import { safePath } from '#wire/safe-path.ts'
import { linksFor } from '#wire/links.ts'
import type { Problem as AnyProblem } from '#wire/problems.ts'
import { problemText, refusal, Refusal, success, type CallReply } from './answers.ts'
import { parseInput } from './calls/parse-input.ts'
import type { Ctx, Posted } from './context.ts'
import {
  formInput,
  readMultipart,
  readPlain,
  withFiles,
  withoutPlace,
  type Fields,
  type FilePlace,
  type FileTaker,
} from './form-fields.ts'
import { closeIfUnread, readRest } from './deadline.ts'
import { runIdempotent, runOnce, type IdempotentRequest, type OutgoingCookie } from './idempotency.ts'
import { isPrivate, networkOf } from './rate.ts'
import {
  callLocale,
  contextFor,
  isForeign,
  noticeCookie,
  noticeOver,
  ownPath,
  splitLocale,
  writeCookies,
  type ContextParts,
} from './request.ts'
import { storable } from './storable.ts'

export const apiBase = '/api/web'

export type Action<E extends AnyEndpoint> = (ctx: Ctx, input: Input<E>) => Answer<E>

/** A contract and what answers it: one row of the table in app/endpoints.ts. */
export interface Served {
  endpoint: AnyEndpoint
  action: (ctx: Ctx, input: unknown) => Promise<Result<unknown, AnyProblem>>
  /** Served as a plain form post, too; where to redirect when the form does not say, or was refused. */
  form: {
    /** `value` is the action's answer. It may set cookies. */
    next: (ctx: Ctx, isDone: boolean, value: unknown, fields: Fields) => string
    /** The field `next` is the call's own: `next` above alone says where this form leads. */
    leads?: true
    /** Said on the page that it leads to; a function says it in the visitor's language. */
    done: MessageKey | ((ctx: Ctx, value: unknown) => string | null) | null
    /**
     * The form's own page, or the one that the problem needs: a refused post shows it, with what was typed. `to`: this
     * step went well, and the page of the next one is redirected to.
     */
    page?: (ctx: Ctx, fields: Fields, problem: AnyProblem) => string | { to: string }
    /**
     * The field whose pictures are sent as files, and how many of them; their ids take their place. Scripts send them
     * to the call in the same way. `isSquare`: a square of each, by the fields `x`, `y` and `size` before it.
     */
    files?: { field: string; most: number; isSquare?: true }
  } | null
}

/** Ties a contract to its action: a problem that the contract does not list does not compile. */
export function served<E extends AnyEndpoint>(
  endpoint: E,
  action: Action<E>,
  form: Served['form'] = null,
): Served {
  return { endpoint, action: action as unknown as Served['action'], form }
}

export interface ServeOptions {
  parts: ContextParts
  table: readonly Served[]
  /** Answers are checked against their contract: in development and in tests. */
  checkAnswers: boolean
  now: () => Date
  /** For forms that have a page, and for those that send files. */
  showPosted?: (
    path: string,
    posted: Posted,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>
  files?: FileTaker<{ id: string }>
}

export function serveCalls(app: FastifyInstance, options: ServeOptions): void {
  for (const entry of options.table) {
    const add = (scope: FastifyInstance): void => {
      scope.post(`${apiBase}${entry.endpoint.path}`, (request, reply) =>
        answerCall(entry, request, reply, options),
      )
    }
    if (entry.form?.files) withFiles(app, add)
    else add(app)
  }
  app.all(`${apiBase}/*`, () => {
    throw new Refusal('unknown_call')
  })
  serveForms(app, options)
}

async function answerCall(
  entry: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<unknown> {
  const { parts } = options
  const { ctx, cookies } = contextFor(parts, request, callLocale(request), options.now(), true)
  if (isForeign(request, ctx.origin)) throw new Refusal('foreign_origin')
  const sendsFiles = entry.form?.files !== undefined && request.isMultipart()
  if (!sendsFiles && request.body !== undefined && !isJson(request)) throw new Refusal('unsupported_body')
  const key = idempotencyKey(request)

  const answer = await answerOf(entry, ctx, request, cookies, key, sendsFiles, options)
  closeIfUnread(request, reply)
  writeCookies(reply, cookies, parts.secure)
  return reply.code(answer.status).header('cache-control', 'no-store').send(answer.envelope)
}

/** The key of a call; undefined for none. */
export function idempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key !== undefined && (typeof key !== 'string' || key.length < 1 || key.length > 255))
    throw new Refusal('invalid_input')
  return key
}

async function answerOf(
  entry: Served,
  ctx: Ctx,
  request: FastifyRequest,
  cookies: OutgoingCookie[],
  key: string | undefined,
  sendsFiles: boolean,
  options: ServeOptions,
): Promise<CallReply> {
  // Before the input is read: who is signed out is told that, and not what a field lacks.
  const refused = await refuseGuest(entry.endpoint, ctx, cookies, options.parts)
  if (refused !== null) {
    // No picture of a guest's is taken for a call that is not for guests.
    if (sendsFiles) await readRest(request)
    return refusal({ name: refused }, ctx.t)
  }
  if (!sendsFiles) {
    const body = readInput(entry.endpoint, request.body ?? {}, ctx.t)
    return run(entry, ctx, body, body, request, cookies, key, options)
  }
  const form = await readForm(entry, request, ctx, options)
  if (form.refused !== null) return refusal(form.refused, ctx.t)
  const input = readInput(entry.endpoint, formInput(entry.endpoint, form.fields), ctx.t)
  // The same picture gets another id each time that it is sent.
  const sent = { ...(input as object), [entry.form!.files!.field]: form.digests }
  return run(entry, ctx, input, sent, request, cookies, key, options)
}

/**
 * Why a visitor may not make a call: it is for customers, or its session is over. Who comes without a session costs no
 * question to the database.
 */
async function refuseGuest(
  { needs }: AnyEndpoint,
  ctx: Ctx,
  cookies: OutgoingCookie[],
  { forgetSession }: Pick<ContextParts, 'forgetSession'>,
): Promise<'sign_in_required' | 'signed_out_elsewhere' | 'session_renewed' | null> {
  if (needs === 'nothing') return null
  if (needs === null && (!ctx.visitor.isCall || ctx.visitor.headers['x-auth'] === undefined)) return null
  const { customer, over } = await ctx.who()
  if (customer !== null || (needs === null && over === null)) return null
  // To take its cookies away would sign the browser out that has just got new ones.
  if (over === 'renewed') return 'session_renewed'
  forgetSession(ctx)
  noticeOver(cookies, over, ctx.t)
  return over === 'elsewhere' ? 'signed_out_elsewhere' : 'sign_in_required'
}

/** @param sent by what a repetition is recognised */
async function run(
  entry: Served,
  ctx: Ctx,
  input: unknown,
  sent: unknown,
  request: FastifyRequest,
  cookies: ReturnType<typeof contextFor>['cookies'],
  key: string | undefined,
  { parts, checkAnswers: check }: Pick<ServeOptions, 'parts' | 'checkAnswers'>,
): Promise<CallReply> {
  const { endpoint, action } = entry
  if (key === undefined || !endpoint.writes) return toAnswer(endpoint, await action(ctx, input), ctx.t, check)
  const work = { ...senderOf(parts, request), key, path: endpoint.path, body: sent }
  const set = (): OutgoingCookie[] => cookies
  const outcome = endpoint.isOnce
    ? await runOnce(ctx, work, set, () => action(ctx, input))
    : await runIdempotent(ctx, work, set, (inner) => action(inner, input))
  switch (outcome.kind) {
    case 'answered':
      return toAnswer(endpoint, outcome.result as Result<unknown, AnyProblem>, ctx.t, check)
    case 'replayed':
      cookies.splice(0, cookies.length, ...outcome.cookies)
      return success(outcome.answer)
    case 'refused':
      return refusal({ name: outcome.problem }, ctx.t)
  }
}

function toAnswer(
  endpoint: AnyEndpoint,
  result: Result<unknown, AnyProblem>,
  t: Translate,
  check: boolean,
): CallReply {
  if (!result.ok) return refusal(result.problem, t)
  if (check) {
    const parsed = endpoint.output.safeParse(result.value)
    if (!parsed.success)
      throw new Error(`${endpoint.path} breaks its contract: ${z.prettifyError(parsed.error)}`)
  }
  return success(result.value)
}

/** A key belongs to its sender: the cart or session if there is one, otherwise network address and browser. */
export function senderOf(
  parts: ContextParts,
  request: FastifyRequest,
): Pick<IdempotentRequest, 'scope' | 'network'> {
  const known = parts.scopeOf(request.cookies, parts.origin())
  // Apart from each other: what is in a cookie may read like the other one.
  const who = known === null ? `from ${request.ip} ${request.headers['user-agent'] ?? ''}` : `by ${known}`
  const network = isPrivate(request.ip) ? null : networkOf(request.ip)
  return { scope: hash('sha256', who, 'base64url'), network }
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
}

function readInput(endpoint: AnyEndpoint, body: unknown, t: Translate): unknown {
  const parsed = parseInput(endpoint, body, t)
  // After parsing: the contract bounds how deep the input is nested.
  if (parsed.ok) return storable(parsed.value)
  throw new Refusal('invalid_input', parsed.problem)
}

/*
 * The same calls as plain form posts, for browsers without scripts: `POST {lang}/form/cart/add`, answered by a
 * redirect to a page that shows the result.
 */

function serveForms(app: FastifyInstance, options: ServeOptions): void {
  for (const entry of options.table) {
    if (!entry.form) continue
    const answer = (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      answerForm(entry, request, reply, options)
    const add = (scope: FastifyInstance): void => {
      scope.post(`/form${entry.endpoint.path}`, answer)
      scope.post(`/:lang/form${entry.endpoint.path}`, answer)
    }
    if (entry.form.files) withFiles(app, add)
    else add(app)
    if (entry.form.page === undefined) continue
    const lead = (request: FastifyRequest, reply: FastifyReply) => leadBack(entry, request, reply, options)
    for (const start of ['', '/:lang']) app.get(`${start}/form${entry.endpoint.path}`, lead)
  }
}

/** A refused form is shown at this address: who comes back to it is led to the page of the form. */
function leadBack(
  { form }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, now }: ServeOptions,
): FastifyReply {
  const { ctx } = contextFor(parts, request, splitLocale(request.url).locale, now())
  const page = form!.page!(ctx, {}, { name: 'invalid_input' })
  const own = typeof page === 'string' ? page : page.to
  return reply.redirect(ownPath(request.headers.referer, ctx.origin) ?? own, 303)
}

async function answerForm(
  entry: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
): Promise<unknown> {
  const { parts } = options
  const { locale } = splitLocale(request.url)
  const { ctx, cookies } = contextFor(parts, request, locale, options.now())
  if (isForeign(request, ctx.origin)) throw new Refusal('foreign_origin')
  const form = entry.form!
  if ((await refuseGuest(entry.endpoint, ctx, cookies, parts)) !== null) {
    writeCookies(reply, cookies, parts.secure)
    if (form.files) await readRest(request)
    closeIfUnread(request, reply)
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return reply.redirect(links.signIn(ownPath(request.headers.referer, ctx.origin)), 303)
  }
  const { fields, refused } = await readForm(entry, request, ctx, options)
  const parsed = parseInput(entry.endpoint, formInput(entry.endpoint, fields), ctx.t)
  const result: Result<unknown, AnyProblem> =
    refused !== null
      ? { ok: false, problem: refused }
      : parsed.ok
        ? await entry.action(ctx, storable(parsed.value))
        : { ok: false, problem: { name: 'invalid_input', fields: parsed.problem } }
  if (!result.ok && form.page) {
    const posted = {
      problem: result.problem.name,
      values: fields,
      errors: result.problem.fields ?? {},
      text: problemText(result.problem, ctx.t),
    }
    const page = form.page(ctx, fields, result.problem)
    // The action and its form may have set some although nothing else of it stays.
    writeCookies(reply, cookies, parts.secure)
    if (typeof page !== 'string') return reply.redirect(page.to, 303)
    return options.showPosted!(page, posted, request, reply)
  }
  const done = result.ok ? doneText(form, ctx, result.value) : null
  if (!result.ok) cookies.push(noticeCookie('refused', problemText(result.problem, ctx.t)))
  else if (done !== null) cookies.push(noticeCookie('done', done))
  // A refusal is shown on a private page; a public page cannot show it.
  const wanted = result.ok && form.leads !== true ? safePath(fields['next']?.at(-1)) : null
  const to = wanted ?? form.next(ctx, result.ok, result.ok ? result.value : null, fields)
  writeCookies(reply, cookies, parts.secure)
  return reply.redirect(to, 303)
}

function doneText({ done }: NonNullable<Served['form']>, ctx: Ctx, value: unknown): string | null {
  if (typeof done === 'function') return done(ctx, value)
  return done === null ? null : (ctx.t as (key: MessageKey) => string)(done)
}

/** The fields; pictures among them are stored and replaced by their ids. `digests`: of the pictures, as they came. */
async function readForm(
  { form }: Served,
  request: FastifyRequest,
  ctx: Ctx,
  { files: taker }: ServeOptions,
): Promise<{ fields: Fields; refused: AnyProblem | null; digests: string[] }> {
  const digests: string[] = []
  if (!form?.files || !request.isMultipart()) return { fields: readPlain(request), refused: null, digests }
  const { field, most } = form.files
  const admitted = await taker!.admit(ctx, form.files.isSquare)
  // Without a place the texts are read all the same: the form is shown again with them.
  const place = admitted.ok ? admitted.value : withoutPlace(admitted.problem)
  const noting: FilePlace<{ id: string }> = {
    ...place,
    take: (bytes, before) => {
      digests.push(hash('sha256', bytes, 'base64url'))
      return place.take(bytes, before)
    },
  }
  const { fields, files } = await readMultipart(request, field, most, noting).finally(place.leave)
  const { refused } = files
  fields[field] = [...(fields[field] ?? []), ...files.taken.map(({ id }) => id)]
  const problem = refused === null ? null : { ...refused, fields: { [field]: problemText(refused, ctx.t) } }
  return { fields, refused: problem, digests }
}
