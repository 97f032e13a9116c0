import type { Result } from '#domain/result.ts'
import type { AnyEndpoint, CallInput, Output } from '#wire/endpoint.ts'
import type { Code, Envelope, RefusalData } from '#wire/envelope.ts'
import { wait } from './dom.ts'
import { tellOffline } from './place.ts'
import { tellNextPage } from './sign-in.ts'
import { identity, initial, signInPath } from './state.ts'
import { forgetUser, readCartCount, readUser } from './stores.ts'
import { toast } from './toast.ts'

/** Why a call did not succeed. */
export interface Failure<Name extends string = string> {
  code: Exclude<Code, 0>
  /** In the visitor's language, ready to be shown. */
  msg: string
  /** The refusal that the contract lists, or null for a failure that any call may have. */
  problem: Name | null
  /** Field name → message, for a refused form. */
  fields: Readonly<Record<string, string>>
  details: Readonly<Record<string, string | number>>
  /** The connection was lost, twice: unless the call is quiet, the page's notice says so until it is back. */
  isLost: boolean
  /** What the envelope carried: with code 10, `dialog` says what to ask. */
  data: unknown
}

export interface CallOptions {
  /** The caller shows failures itself. Being signed out is acted on all the same. */
  quiet?: boolean
  signal?: AbortSignal
  /** Names this attempt of the shopper's: the server answers a repetition with the first answer. */
  key?: string
}

const TIMEOUT = 10_000
const LATE = 'late'
const RETRY_AFTER = 400

/**
 * One call of `/api/web`. Never rejects for what the network or the server does: that is a `Failure`.
 * A lost connection is tried once more under the same idempotency key, so nothing happens twice; so is a call that the
 * session's renewal overtook.
 *
 *     const added = await call<typeof addToCart>('/cart/add', { sku, quantity })
 */
export async function call<E extends AnyEndpoint>(
  path: E['path'],
  input: CallInput<E> | FormData,
  options: CallOptions = {},
): Promise<Result<Output<E>, Failure<E['problems'][number]>>> {
  const envelope = await post(path as string, input, options)
  const { code, msg, data } = envelope
  const isLost = envelope === lost
  if (code === 0 || (isLost && !options.quiet)) tellOffline(isLost)
  readCartCount()
  readUser()
  if (code === 0) return { ok: true, value: data as Output<E> }
  const text = msg || (isLost ? initial().page.texts.offline : textOf(code))
  // Of these two the specification has the words, whatever the server says.
  const said = code === 30 || code === 50 ? textOf(code) : text
  // 10 asks a question and 40 belongs beside the field: only the caller can show those.
  let isSaid = options.quiet || isLost || code === 10 || code === 40
  if (code === 50 || code === 51) {
    forgetUser()
    const path = signInPath()
    // On the sign-in page itself there is nothing to leave.
    if (location.pathname !== path) {
      // A toast would go with the page. Words that the server has left for the next one stay: scripts cannot write them.
      tellNextPage(said, 'refused')
      isSaid = true
      location.href = path
    }
  }
  // The server's own words have a reason to be read; the specification's have none.
  if (!isSaid) toast(said, { kind: 'error', read: said === msg })
  const failure = {
    problem: null,
    fields: {},
    details: {},
    ...(data as Partial<RefusalData> | null),
    code,
    msg: text,
    isLost,
    data,
  }
  return { ok: false, problem: failure as Failure<E['problems'][number]> }
}

async function post(
  path: string,
  input: unknown,
  { signal, key = newKey() }: CallOptions,
): Promise<Envelope> {
  const isForm = input instanceof FormData
  const headers = {
    accept: 'application/json',
    'idempotency-key': key,
    ...(isForm ? {} : { 'content-type': 'application/json' }),
  }
  for (let retried = false; ; retried = true) {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(LATE), TIMEOUT)
    const stop = (): void => controller.abort()
    signal?.addEventListener('abort', stop)
    // A caller that gave up before the call began gets no event of it.
    if (signal?.aborted) stop()
    try {
      const response = await fetch(`/api/web${path}`, {
        method: 'POST',
        // What the shopper did is sent to its end even when a document is loaded right after.
        keepalive: !isForm,
        body: isForm ? input : JSON.stringify(input),
        headers: { ...identity(), ...headers },
        signal: controller.signal,
      })
      const body = await response.text()
      const answer = body ? asEnvelope(body) : failed(20000)
      // The session got another token while the call was on its way: the next try has it.
      if (retried || (answer.data as Partial<RefusalData> | null)?.problem !== 'session_renewed')
        return answer
    } catch (error) {
      if (error === LATE) return failed(20000)
      if (controller.signal.aborted || error instanceof SyntaxError) return failed(500)
      if (retried) return lost
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    await wait(RETRY_AFTER)
  }
}

function asEnvelope(body: string): Envelope {
  const envelope = JSON.parse(body) as Envelope
  return typeof envelope?.code === 'number' ? envelope : failed(500)
}

/** No answer to two requests. */
const lost = failed(500)

function failed(code: Code): Envelope {
  return { code, msg: '', data: null }
}

/** The request errors of the specification, section 8. */
function textOf(code: Code): string {
  const { texts } = initial().page
  const byCode: Partial<Record<Code, string>> = {
    30: texts.authorization,
    41: texts.fail,
    50: texts.signIn,
    51: texts.signIn,
    20000: texts.timeout,
  }
  return byCode[code] ?? texts.unknownError
}

// `randomUUID` exists on secure origins only; a shop tried out over plain http on the local network has none.
function newKey(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
}
