import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { unsubscribeState } from '../actions.ts'

export default mailLinkPage({
  name: 'newsletter',
  call: 'newsletter/unsubscribe',
  stateOf: unsubscribeState,
  words: {
    ready: ['newsletter.unsubscribe.title', 'newsletter.unsubscribe.text', 'newsletter.unsubscribe.button'],
    done: ['newsletter.unsubscribed.title', 'newsletter.unsubscribed.text'],
  },
})
