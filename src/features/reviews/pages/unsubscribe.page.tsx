import { mailLinkPage } from '#platform/server/mail/mail-link-page.tsx'
import { reviewMailState } from '../actions/unsubscribe.ts'

export default mailLinkPage({
  name: 'review-unsubscribe',
  call: 'review/unsubscribe',
  stateOf: reviewMailState,
  words: {
    ready: ['review.unsubscribe.title', 'review.unsubscribe.text', 'review.unsubscribe.button'],
    done: ['review.unsubscribed.title', 'review.unsubscribed.text'],
  },
})
