import { findUploads, uploadUrl } from '#features/media/rules/uploads.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { problemText } from '#platform/server/answers.ts'
import { previewReturn } from '../actions/apply.ts'
import { mostReturnImages, type ReturnDraft, type ReturnOptions, type ReturnPreview } from '../contract.ts'
import { readWish, returnable, wholeWish } from '../islands/order-refund/wish.ts'

/** The form as it is shown. */
export interface Application {
  begin: ReturnDraft
  preview: ReturnPreview | null
  /** Why there is no preview. */
  fault: string | null
  /** Why the form came back. */
  refused: string | null
  errors: Readonly<Record<string, string>>
}

/** The form that came back, or the draft, or an empty one; with its preview, where enough of it is filled in. */
export async function beginApplication(
  ctx: Ctx,
  options: ReturnOptions,
  isProblem: boolean,
): Promise<Application> {
  const posted = ctx.visitor.posted
  const draft =
    options.draft === null ? emptyDraft(options, isProblem) : inForm(options.draft, options, isProblem)
  const begin = posted === null ? draft : await postedDraft(posted, options, ctx)
  // The total is no field: without it the form was sent to be shown what comes back.
  const { total: noTotal, ...errors } = posted?.errors ?? {}
  const whole = wholeWish(begin)
  const refused = posted !== null && noTotal === undefined ? posted.text : null
  if (whole === null) return { begin, preview: null, fault: null, refused, errors }
  const shown = await previewReturn(ctx, { order: options.order.slug, ...whole })
  if (shown.ok) return { begin, preview: shown.value, fault: null, refused, errors }
  return {
    begin,
    preview: null,
    fault: problemText(shown.problem, ctx.t),
    refused,
    errors: { ...shown.problem.fields, ...errors },
  }
}

function emptyDraft({ lines, types }: ReturnOptions, isProblem: boolean): ReturnDraft {
  const open = returnable(lines)
  const isOnly = open.length === 1 && open[0]!.returnable === 1
  return {
    way: isProblem ? 'problem' : 'return',
    type: firstType(types, isProblem),
    reason: null,
    refundTo: 'original',
    lines: open.map(({ id }) => ({ line: id, quantity: isOnly ? 1 : 0, exchangeFor: null })),
    description: '',
    images: [],
  }
}

function firstType(types: ReturnOptions['types'], isProblem: boolean): ReturnDraft['type'] {
  const wanted = isProblem ? 'refund_only' : 'return_and_refund'
  return (types.find(({ code }) => code === wanted) ?? types[0])?.code ?? null
}

async function postedDraft({ values }: Posted, options: ReturnOptions, { db }: Ctx): Promise<ReturnDraft> {
  const textsOf = (name: string): readonly string[] => values[name] ?? []
  const uploads = await findUploads(db, [...new Set(textsOf('images'))].slice(0, mostReturnImages))
  return {
    way: textsOf('way').includes('problem') ? 'problem' : 'return',
    ...readWish(textsOf, options),
    description: textsOf('description')[0] ?? '',
    images: uploads.map(({ id, key }) => ({ id, url: uploadUrl(key) })),
  }
}

/**
 * The draft in the order of the form's lines, with each of them. What was asked for in the other way keeps its lines,
 * words and photos, and neither type nor reason.
 */
function inForm(draft: ReturnDraft, { lines, types }: ReturnOptions, isProblem: boolean): ReturnDraft {
  const known = new Map(draft.lines.map((line) => [line.line, line]))
  const way = isProblem ? 'problem' : 'return'
  return {
    ...draft,
    ...(draft.way === way ? {} : { way, type: firstType(types, isProblem), reason: null }),
    lines: returnable(lines).map(({ id, returnable: most }) => {
      const { quantity = 0, exchangeFor = null } = known.get(id) ?? {}
      return { line: id, quantity: Math.min(quantity, most), exchangeFor }
    }),
  }
}
