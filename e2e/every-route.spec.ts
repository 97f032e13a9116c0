import { test } from './fixtures.ts'
import { languages } from './public-routes.ts'
import { expectedOf, walk } from './walk.ts'
import { sampledIf, whole } from './whole.ts'

/*
 * Every public route of the specification in Chromium, with the rules as they come. That each answers in each language
 * under both sets of rules, the server is asked by itself.
 */

test.describe.configure({ mode: 'parallel' })

test.use({ pictures: false })

for (const scripts of [true, false])
  test.describe(`scripts: ${scripts}`, () => {
    test.use({ javaScriptEnabled: scripts })

    for (const [index, { lang }] of languages.entries()) {
      // Those of changed-routes.spec.ts are others.
      if (!whole() && lang !== (scripts ? 'zh-Hant-HK' : 'en')) continue
      // Without scripts, that file walks through the routes.
      test(`every public route answers in ${lang}`, sampledIf(scripts), async ({ page, complaints }) => {
        test.setTimeout(300_000)
        await walk(page, complaints, scripts, expectedOf('before', index))
      })
    }
  })
