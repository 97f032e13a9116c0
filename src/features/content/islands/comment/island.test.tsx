import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import { elements } from '#test/markup.ts'
import { translator } from '#i18n/t.ts'
import { CommentForm } from './comment-form.tsx'
import { examples } from './examples.tsx'
import CommentIsland from './island.tsx'

function render(state: string): string {
  const props = examples(dictionaries('en'), 'en')[state]
  if (!props) throw new Error(`there is no example named ${state}`)
  return renderToString(<CommentIsland {...props} external />)
}

it('is a form that works by itself, and one for each comment that can be answered', () => {
  const html = render('threads')
  const forms = elements(html, 'form').filter(({ action }) => action === '/form/comment/add')
  // Four comments, and one that begins a thread.
  expect(forms).toHaveLength(5)
  const hidden = elements(html, 'input').filter(({ name }) => name === 'parent')
  expect(hidden.map(({ value }) => value)).toEqual(['c-1', 'c-2', 'c-3', 'c-4'])
  // The same for everybody: nothing to delete, and no name asked of customers.
  expect(html).not.toContain('/form/comment/delete')
  expect(html).not.toContain('name="name"')
  expect(html).toContain('href="/auth/signin?next=%2Farticle%2Foak"')
})

it('says under which name everybody will read it', () => {
  expect(render('empty')).toContain('under your nickname, or under your name in short')
  // A guest types one, and is told at its field.
  expect(render('for everybody')).not.toContain('under your nickname, or under')
  const props = { ...examples(dictionaries('en'), 'en')['empty']!, lang: 'en' }
  const html = renderToString(
    <CommentForm
      {...props}
      t={translator(props.texts, 'en')}
      isSignedIn
      writesAs="Potter of Mong Kok"
      parent={null}
      add={() => {}}
      say={() => {}}
    />,
  )
  expect(html).toContain('Everybody reads it under the name “Potter of Mong Kok”.')
})

it('asks guests for a name where everybody may write, and nobody where nobody may', () => {
  expect(render('for everybody')).toContain('name="name"')
  const closed = render('closed')
  expect(closed).not.toContain('<form')
  expect(closed).toContain('Comments on this article are closed.')
})

it('shows a refused form where it was typed, with what was typed, and opens it', () => {
  const html = render('reply comes back')
  const open = elements(html, 'details').filter((attributes) => 'open' in attributes)
  expect(open).toHaveLength(1)
  expect(html).toContain('>A reply</textarea>')
  expect(html).toContain('Please sign in')
  const refused = render('comes back')
  expect(elements(refused, 'textarea').filter((area) => area['aria-invalid'] === 'true')).toHaveLength(1)
  expect(elements(refused, 'input').filter((input) => input['aria-invalid'] === 'true')).toHaveLength(1)
})
