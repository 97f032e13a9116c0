import { expect, it } from 'vitest'
import { statementsOf } from '#test/database-asked/statements.ts'
import { returnWorld } from '#test/returns/return-world.ts'
import { applyForReturn } from './actions/apply.ts'

it('asks sixteen statements for an application: four before its transaction, one after', async () => {
  const { owner, wish } = await returnWorld({ units: { 'stool-sage': 3 } })
  const input = { ...(await wish({ 'stool-sage': 1 })), description: '', images: [], total: 4850 }
  const texts = await statementsOf(async () =>
    expect(await applyForReturn(owner(), input)).toMatchObject({ ok: true }),
  )
  expect(texts).toHaveLength(16)
})
