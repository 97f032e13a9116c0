import type { ReactNode } from 'react'

export function Story({ html }: { html: string }): ReactNode {
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
