import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { call } from '#platform/browser/call.ts'

/** A form that works as a post, and as a call once it is alive. */
export default function Adder({ sku }: { sku: string }): ReactNode {
  const [added, setAdded] = useState(0)

  async function onSubmit(event: SyntheticEvent<HTMLFormElement, SubmitEvent>): Promise<void> {
    event.preventDefault()
    const input = Object.fromEntries(new FormData(event.currentTarget, event.nativeEvent.submitter))
    await call('/cart/add', input)
    setAdded((before) => before + 1)
  }

  return (
    <form action="/form/cart/add" method="post" onSubmit={(event) => void onSubmit(event)}>
      <input type="hidden" name="sku" value={sku} />
      <button name="way" value="cart">
        Add to cart
      </button>
      <button name="way" value="checkout">
        Buy now
      </button>
      <output>{added}</output>
    </form>
  )
}
