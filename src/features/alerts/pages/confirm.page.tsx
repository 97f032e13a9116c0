import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { confirmState } from '../actions.ts'

export default mailLinkPage({
  name: 'alert',
  call: 'alert/confirm',
  stateOf: confirmState,
  words: {
    ready: ['alert.confirm.title', 'alert.confirm.text', 'alert.confirm.button'],
    done: ['alert.confirmed.title', 'alert.confirmed.text'],
  },
})
