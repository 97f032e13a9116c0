/*
 * Many small equal actions (favourite and add to cart on every card) are plain forms:
 *
 *     <form action="/form/cart/add" method="post" data-action="cart/add" data-done="Added">
 *       <input type="hidden" name="sku" value="1020-red">
 *       <input type="hidden" name="quantity" value="1" data-number>
 *
 * Without scripts they are posted. With them they become calls; parts that show the result listen to
 * `violet:done` and `violet:failed` on the document ({action, input, result, form}).
 */

import { holding } from './held.ts'
import { isReachable } from './place.ts'

const ASK_AGAIN = 50

/** Forms that are on their way as a plain post. */
const posted = new WeakSet<HTMLFormElement>()

export function startForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const { submitter } = event
    const again = (): void => form.requestSubmit(submitter)
    // Files are sent as a plain post; forms that an island handles itself are left to it.
    if (!form.dataset['action'] || event.defaultPrevented || posted.has(form)) return
    if (form.enctype.startsWith('multipart')) return
    event.preventDefault()
    submitter?.setAttribute('aria-busy', 'true')
    // A part of the page may still hold a choice that this form is to send.
    if (holding > 0) return void setTimeout(again, ASK_AGAIN)
    // Read now: the fields may have changed when the code has loaded.
    const fields = new FormData(form, submitter)
    import('./actions.ts')
      .then((actions) => actions.perform(form, fields, submitter))
      .catch(async () => {
        submitter?.removeAttribute('aria-busy')
        if (!(await isReachable())) return
        // If even the call fails, the form is posted.
        posted.add(form)
        again()
      })
  })
}
