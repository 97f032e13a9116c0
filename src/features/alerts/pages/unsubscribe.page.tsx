import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { unsubscribeState } from '../actions.ts'

export default mailLinkPage({
  name: 'alert',
  call: 'alert/unsubscribe',
  stateOf: unsubscribeState,
  words: {
    ready: ['alert.unsubscribe.title', 'alert.unsubscribe.text', 'alert.unsubscribe.button'],
    done: ['alert.unsubscribed.title', 'alert.unsubscribed.text'],
  },
})
