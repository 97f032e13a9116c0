import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { disownState } from '../actions/not-me.ts'

/** Behind "That was not me" of a mail: one button, since programs that look at mails follow every link. */
export default mailLinkPage({
  name: 'auth',
  call: 'auth/disown',
  stateOf: disownState,
  words: {
    ready: ['auth.disown.title', 'auth.disown.text', 'auth.disown.button'],
    done: ['auth.disowned.title', 'auth.disowned.text'],
  },
})
