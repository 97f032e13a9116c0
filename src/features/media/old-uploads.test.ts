import { expect, it } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { pruneUploads } from './rules/uploads.ts'
import type { MediaStore } from './store.ts'

it('the files of old pictures are all removed but for one that cannot be', async () => {
  const { db } = await freshDatabase()
  const keys = ['a', 'b', 'c'].map((letter) => letter.repeat(16))
  await db.pool.query(
    `with made as (
       insert into pictures (key, width, height, preview, average_color)
       select key, 800, 600, '', '#aabbcc' from unnest($1::text[]) key returning id
     )
     insert into uploads (id, picture_id, created_at) select md5(id::text), id, '2020-01-01' from made`,
    [keys],
  )
  const removed: string[] = []
  const remove = async (key: string): Promise<void> => {
    if (key === keys[0]) throw new Error('no right to do so')
    removed.push(key)
  }
  const pruned = pruneUploads(db, { remove } as MediaStore, new Date('2021-01-01'))
  await expect(pruned).rejects.toThrow(`picture ${keys[0]}: no right to do so`)
  expect(removed.toSorted()).toEqual(keys.slice(1))
})
