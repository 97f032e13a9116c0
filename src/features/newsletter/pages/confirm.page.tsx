import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { confirmState } from '../actions.ts'

export default mailLinkPage({
  name: 'newsletter',
  call: 'newsletter/confirm',
  stateOf: confirmState,
  words: {
    ready: ['newsletter.confirm.title', 'newsletter.confirm.text', 'newsletter.confirm.button'],
    done: ['newsletter.confirmed.title', 'newsletter.confirmed.text'],
  },
})
