import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Ctx } from '#platform/server/context.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { saveReturnDraft } from './actions/draft.ts'
import { returnOptions } from './actions/options.ts'
import type { ReturnOptions } from './contract.ts'
import { beginApplication } from './parts/application.ts'
import { ReturnForm } from './parts/return-form.tsx'
import { ReturnNext } from './parts/return-next.tsx'
import { Withdrawal } from './parts/withdrawal.tsx'
import { approveReturn } from './shop/decide.ts'

/* What the pages of an application and of a return say. */

const optionsOf = async (ctx: Ctx, order: string): Promise<ReturnOptions> => {
  const found = await returnOptions(ctx, { order })
  if (!found.ok) throw new Error(found.problem.name)
  return found.value
}

const textOf = (html: string): string =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('a problem does not begin with type and reason of a return that was begun, and a return with none of a problem', async () => {
  const { order, owner, wish } = await returnWorld()
  const { lines } = await wish({ 'stool-sage': 2 })
  const begun = {
    order: order.number,
    refundTo: 'original',
    lines,
    description: 'Too low',
    images: [],
  } as const
  const begin = async (isProblem: boolean) =>
    (await beginApplication(owner(), await optionsOf(owner(), order.number), isProblem)).begin
  const mine = { lines: [{ quantity: 2 }], description: 'Too low' }
  await saveReturnDraft(owner(), {
    ...begun,
    lines: [...lines],
    images: [],
    way: 'return',
    type: 'exchange',
    reason: 'style',
  })
  expect(await begin(false)).toMatchObject({ ...mine, way: 'return', type: 'exchange', reason: 'style' })
  expect(await begin(true)).toMatchObject({ ...mine, way: 'problem', type: 'refund_only', reason: null })
  await saveReturnDraft(owner(), {
    ...begun,
    lines: [...lines],
    images: [],
    way: 'problem',
    type: 'refund_only',
    reason: 'damaged',
  })
  expect(await begin(true)).toMatchObject({ ...mine, way: 'problem', type: 'refund_only', reason: 'damaged' })
  expect(await begin(false)).toMatchObject({
    ...mine,
    way: 'return',
    type: 'return_and_refund',
    reason: null,
  })
})

it('an order of which nothing can come back has no form: its items with their reasons, and one way to ask', async () => {
  const { order, owner } = await returnWorld()
  const ctx = owner(2_000)
  const options = await optionsOf(ctx, order.number)
  for (const isProblem of [false, true]) {
    const application = await beginApplication(ctx, options, isProblem)
    const html = renderToString(
      <ReturnForm options={options} application={application} isProblem={isProblem} ctx={ctx} />,
    )
    expect(textOf(html)).toContain('No item of this order can be returned at the moment')
    expect(textOf(html)).toContain(
      isProblem ? 'Problems could be reported until' : 'Returns were possible until 21 December 2026. Ask',
    )
    expect(html).not.toContain('<form')
    expect(html.match(/<a /g)).toHaveLength(1)
  }
})

it('a withdrawal that comes too late says until when it could have come', async () => {
  const { order, owner } = await returnWorld()
  const ctx = owner(31)
  const html = renderToString(<Withdrawal options={await optionsOf(ctx, order.number)} ctx={ctx} />)
  expect(textOf(html)).toContain('You could withdraw from this order until 5 December 2026.')
})

it('a return of which a part was approved says why the others were not', async () => {
  const { owner, apply, view } = await returnWorld()
  const slug = await apply({ 'stool-sage': 2 })
  await approveReturn(owner(), slug, { 'stool-sage': 1 }, 'One of them was used.')
  const html = renderToString(<ReturnNext view={await view(slug)} here="/return" ctx={owner()} />)
  expect(textOf(html)).toContain('Why only a part was approved One of them was used.')
})
