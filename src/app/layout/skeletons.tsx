import type { ReactNode } from 'react'
import { Cached } from '#platform/server/render.tsx'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'

/*
 * What stands in for a page that is on its way: the same boxes as the page itself, so that nothing moves when it
 * comes. The runtime clones `#skeleton-<page>`.
 */

const cards = 8

/** The same on every page, in every language. */
export function Skeletons(): ReactNode {
  return (
    <Cached k="skeletons" tags={[]}>
      {() => <Templates />}
    </Cached>
  )
}

function Templates(): ReactNode {
  return (
    <>
      <template id="skeleton-home">
        <div className="container">
          <div className="home-hero">
            <div className="home-hero-text">
              <SkeletonLine width="80%" className="skeleton-title-xl" />
              <SkeletonLine width="55%" className="skeleton-title-xl" />
            </div>
            <SkeletonBox className="home-hero-media" />
          </div>
        </div>
      </template>
      <template id="skeleton-category">
        <ListingSkeleton />
      </template>
      <template id="skeleton-search">
        <ListingSkeleton />
      </template>
      <template id="skeleton-product">
        <div className="product-page container">
          <Crumbs />
          <div className="product">
            <div className="product-page-gallery">
              <SkeletonBox className="skeleton-gallery" />
            </div>
            <div className="product-page-info">
              <div className="product-page-head">
                <SkeletonLine width="6rem" className="product-page-brand" />
                <SkeletonLine width="70%" className="skeleton-title-l" />
              </div>
              <div className="skeleton-facts">
                <SkeletonLine width="5rem" />
                <SkeletonLine width="100%" />
                <SkeletonLine width="85%" />
                <SkeletonBox className="skeleton-button" />
              </div>
            </div>
          </div>
        </div>
      </template>
      <template id="skeleton-cart">
        <div className="cart-page container container-xl">
          <SkeletonLine width="8rem" className="skeleton-title-l" />
          <div className="cart-columns">
            <div className="cart-lines">
              {repeat(3, () => (
                <div className="cart-line">
                  <SkeletonBox className="cart-line-picture" />
                  <SkeletonLine width="60%" />
                  <SkeletonLine width="4rem" />
                </div>
              ))}
            </div>
          </div>
        </div>
      </template>
    </>
  )
}

function ListingSkeleton(): ReactNode {
  return (
    <div className="container">
      <Crumbs />
      <div className="group-head">
        <SkeletonLine width="40%" className="skeleton-title-l" />
        <SkeletonLine width="60%" />
      </div>
      <div className="listing">
        <div className="skeleton-facets">
          {repeat(6, () => (
            <SkeletonLine width="70%" />
          ))}
        </div>
        <div className="listing-content">
          <div className="listing-bar skeleton-bar">
            <SkeletonLine width="7rem" />
          </div>
          <ul className="product-grid product-grid-grid">
            {repeat(cards, () => (
              <li>
                <div className="product-card">
                  <SkeletonBox className="product-card-media" />
                  <SkeletonLine width="70%" className="product-card-title" />
                  <SkeletonLine width="30%" className="product-card-price" />
                </div>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

function Crumbs(): ReactNode {
  return (
    <div className="breadcrumbs">
      <SkeletonLine width="10rem" />
    </div>
  )
}

function repeat(count: number, make: () => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => <Repeated key={index}>{make()}</Repeated>)
}

function Repeated({ children }: { children: ReactNode }): ReactNode {
  return children
}
