import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import * as stores from '#platform/browser/stores.ts'

/** Shows what the stores hold. */
export default function Store(): ReactNode {
  const count = useStore(stores.cartCount, { ssr: 'initial' })
  const data = useStore(stores.pageData, { ssr: 'initial' })
  const path = useStore(stores.langPath, { ssr: 'initial' })
  const flags = useStore(stores.displayFlags, { ssr: 'initial' })
  const token = useStore(stores.token, { ssr: 'initial' })
  return (
    <div>
      <output>{JSON.stringify({ count, data, path, flags, token })}</output>
      <button type="button" onClick={() => stores.cartCount.set(count + 1)}>
        More
      </button>
    </div>
  )
}
