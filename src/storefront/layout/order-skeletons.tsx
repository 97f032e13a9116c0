import type { ReactNode } from 'react'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'
import { Crumbs, Lines, repeat } from './skeleton-parts.tsx'

/*
 * The placeholders of pages where something is filled in or has been ordered.
 */

export function CheckoutSkeleton(): ReactNode {
  return (
    <div className="checkout container container-xl">
      <div className="checkout-head">
        <SkeletonLine width="6rem" className="checkout-back" />
      </div>
      <div className="checkout-columns">
        <div className="checkout-main">
          <SkeletonLine width="12rem" className="skeleton-title" />
          <div className="checkout-form">
            <Fields count={5} />
          </div>
        </div>
        <div className="checkout-aside">
          <div className="checkout-summary">
            <div className="checkout-summary-bar">
              <SkeletonLine width="100%" />
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

export function OrderSkeleton(): ReactNode {
  return (
    <div className="order-page container container-xl">
      <div className="order-head">
        <SkeletonLine width="14rem" className="skeleton-title-l" />
        <SkeletonLine width="10rem" className="order-head-line" />
      </div>
      <div className="order-columns">
        <div className="order-main">
          <div className="order-lines">
            {repeat(2, () => (
              <div className="order-line">
                <SkeletonBox className="order-line-picture" />
                <SkeletonLine width="60%" />
                <SkeletonLine width="4rem" />
              </div>
            ))}
          </div>
        </div>
        <div className="order-aside">
          <Lines widths={['100%', '100%', '70%']} />
        </div>
      </div>
    </div>
  )
}

export function InquirySkeleton(): ReactNode {
  return (
    <div className="inquiry container">
      <Crumbs />
      <div className="inquiry-head">
        <SkeletonLine width="60%" className="skeleton-title-l" />
        <Lines widths={['90%', '40%']} />
      </div>
      <div className="inquiry-form">
        <Fields count={4} />
      </div>
    </div>
  )
}

/** A label and its box, as often as said. */
function Fields({ count }: { count: number }): ReactNode {
  return repeat(count, () => (
    <div>
      <SkeletonLine width="6rem" />
      <SkeletonBox className="skeleton-button" />
    </div>
  ))
}
