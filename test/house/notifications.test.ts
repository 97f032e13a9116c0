import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { choiceKeys, eventNames } from '#features/notifications/rules/events.ts'
import { projectFiles } from '../../scripts/check/files.ts'
import { projectRoot } from './plant.ts'

it('has somebody who tells of every event that the page of notifications can switch', async () => {
  const files = await projectFiles(projectRoot, /^src\/features\/(?!notifications\/).*(?<!\.test)\.tsx?$/)
  const texts = files.map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  const switched = eventNames.filter((event) => choiceKeys.some((key) => key.startsWith(`${event}/`)))
  expect(switched.filter((event) => !texts.some((text) => text.includes(`'${event}'`)))).toEqual([])
})
