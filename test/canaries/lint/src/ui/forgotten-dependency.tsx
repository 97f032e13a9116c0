import { useEffect, type ReactNode } from 'react'

export function Price({ amount }: { amount: number }): ReactNode {
  useEffect(() => {
    sessionStorage.setItem('amount', String(amount))
  }, [])
  return <p>{amount}</p>
}
