import type { ReactNode } from 'react'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'
import { CardSkeleton, Crumbs, Lines, RailSkeleton, repeat } from './skeleton-parts.tsx'

/*
 * The placeholder of each page: the same boxes as the page itself, so that nothing moves when it arrives.
 */

const cards = 8

export function HomeSkeleton(): ReactNode {
  return (
    <div className="container">
      <div className="home-hero">
        <div className="home-hero-text">
          <SkeletonLine width="80%" className="skeleton-title-xl" />
          <SkeletonLine width="55%" className="skeleton-title-xl" />
        </div>
        <SkeletonBox className="home-hero-media" />
      </div>
      <RailSkeleton />
    </div>
  )
}

export function ListingSkeleton(): ReactNode {
  return (
    <div className="container">
      <Crumbs />
      <div className="group-head">
        <SkeletonLine width="40%" className="skeleton-title-l" />
        <SkeletonLine width="60%" />
      </div>
      <Products />
    </div>
  )
}

/** Of products with one tag. */
export function TagSkeleton(): ReactNode {
  return (
    <div className="container">
      <Crumbs />
      <div className="group-head">
        <div className="group-head-text">
          <SkeletonLine width="3rem" className="group-head-kicker" />
          <SkeletonLine width="10rem" className="skeleton-title-l" />
        </div>
      </div>
      <Products />
    </div>
  )
}

/** A collection has a picture beside its words. */
export function CollectionSkeleton(): ReactNode {
  return (
    <div className="container">
      <Crumbs />
      <div className="group-head group-head-pictured">
        <div className="group-head-text">
          <SkeletonLine width="6rem" className="group-head-kicker" />
          <SkeletonLine width="60%" className="skeleton-title-l" />
        </div>
        <div className="group-head-description">
          <Lines widths={['100%', '90%', '60%']} />
        </div>
        <SkeletonBox className="group-head-picture" />
      </div>
      <Products />
    </div>
  )
}

/** The device's own list of products. */
export function RecentSkeleton(): ReactNode {
  return (
    <div className="recent-page container">
      <RailSkeleton />
    </div>
  )
}

/** A guest's or a customer's, whose menu stands beside it: the cards are the same. */
export function FavoriteSkeleton(): ReactNode {
  return (
    <div className="favourites-page container">
      <SkeletonLine width="10rem" className="skeleton-title-l" />
      <ProductCards />
    </div>
  )
}

/** Filters and cards. */
function Products(): ReactNode {
  return (
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
        <ProductCards />
      </div>
    </div>
  )
}

function ProductCards(): ReactNode {
  return (
    <ul className="product-grid product-grid-grid">
      {repeat(cards, () => (
        <li>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  )
}

export function ProductSkeleton(): ReactNode {
  return (
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
      <div className="product-page-related">
        <RailSkeleton />
      </div>
    </div>
  )
}

export function CartSkeleton(): ReactNode {
  return (
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
  )
}

export function ArticleSkeleton(): ReactNode {
  return (
    <div className="article-page container">
      <Crumbs />
      <div className="article-head">
        <Lines widths={['70%', '45%']} className="skeleton-title-xl" />
        <Lines widths={['90%', '60%']} className="article-lead" />
        <SkeletonLine width="14rem" className="article-line" />
      </div>
      <div className="article-picture">
        <SkeletonBox className="picture" />
      </div>
      <div className="article-body">
        <Words />
      </div>
    </div>
  )
}

export function ArticleListSkeleton(): ReactNode {
  return (
    <div className="journal container">
      <Crumbs />
      <SkeletonLine width="12rem" className="skeleton-title-xl" />
      <div className="journal-tags">
        <ul>
          {repeat(5, () => (
            <li>
              <SkeletonBox className="skeleton-tag" />
            </li>
          ))}
        </ul>
      </div>
      <ArticleCardSkeleton shape="article-card article-card-wide" />
      <ul className="article-cards">
        {repeat(4, () => (
          <li>
            <ArticleCardSkeleton shape="article-card" />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ArticleCardSkeleton({ shape }: { shape: string }): ReactNode {
  return (
    <div className={shape}>
      <div className="article-card-media">
        <SkeletonBox className="picture" />
      </div>
      <div className="article-card-text">
        <SkeletonLine width="9rem" className="article-card-line" />
        <SkeletonLine width="80%" className="article-card-title" />
        <Lines widths={['100%', '90%', '60%']} className="article-card-summary" />
      </div>
    </div>
  )
}

export function PageSkeleton(): ReactNode {
  return (
    <div className="page-page container">
      <Crumbs />
      <div className="page-columns">
        <div>
          <div className="page-head">
            <SkeletonLine width="60%" className="skeleton-title-l" />
            <Lines widths={['90%', '40%']} className="skeleton-lead" />
          </div>
          <Words />
        </div>
        <div className="page-others">
          <SkeletonLine width="5rem" className="page-others-title" />
          {repeat(6, () => (
            <SkeletonLine width="70%" className="skeleton-row" />
          ))}
        </div>
      </div>
    </div>
  )
}

export function PromotionSkeleton(): ReactNode {
  return (
    <div className="offer-page container">
      <Crumbs />
      <div className="offer-head offer-head-pictured">
        <SkeletonBox className="picture" />
        <div className="offer-head-text">
          <SkeletonLine width="4rem" className="offer-kicker" />
          <Lines widths={['60%', '80%']} className="skeleton-title-xl" />
          <Lines widths={['100%', '90%', '60%']} className="offer-lead" />
          <SkeletonLine width="12rem" className="offer-facts" />
        </div>
      </div>
    </div>
  )
}

export function PromotionListSkeleton(): ReactNode {
  return (
    <div className="offers container">
      <Crumbs />
      <SkeletonLine width="10rem" className="skeleton-title-xl" />
      <ul className="offer-cards">
        {repeat(3, () => (
          <li className="offer-card">
            <SkeletonBox className="picture" />
            <SkeletonLine width="60%" className="offer-card-title skeleton-title" />
            <Lines widths={['90%', '50%']} />
            <SkeletonLine width="12rem" className="offer-facts" />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function CouponSkeleton(): ReactNode {
  return (
    <div className="offer-page container">
      <Crumbs />
      <div className="offer-head-text">
        <SkeletonLine width="4rem" className="offer-kicker" />
        <SkeletonLine width="60%" className="skeleton-title-xl" />
        <Lines widths={['90%', '60%']} className="offer-lead" />
        <SkeletonLine width="12rem" className="offer-facts" />
        <SkeletonBox className="skeleton-button" />
      </div>
    </div>
  )
}

export function CouponListSkeleton(): ReactNode {
  return (
    <div className="offers container">
      <Crumbs />
      <SkeletonLine width="10rem" className="skeleton-title-xl" />
      <SkeletonLine width="60%" className="offers-lead" />
      <ul className="coupon-cards">
        {repeat(6, () => (
          <li className="coupon-card">
            <SkeletonLine width="60%" className="coupon-card-title skeleton-title" />
            <Lines widths={['90%', '50%']} />
            <SkeletonLine width="12rem" className="offer-facts" />
          </li>
        ))}
      </ul>
    </div>
  )
}

export function AuthSkeleton(): ReactNode {
  return (
    <div className="auth-page container">
      <div className="auth">
        <div className="auth-head">
          <SkeletonLine width="8rem" className="skeleton-title-l" />
          <SkeletonLine width="70%" />
        </div>
        <div className="auth-step">
          <SkeletonLine width="10rem" />
          <SkeletonBox className="skeleton-button" />
          <SkeletonBox className="skeleton-button" />
        </div>
      </div>
    </div>
  )
}

/** The account area: the menu, a title, and rows of facts. */
export function UserSkeleton(): ReactNode {
  return (
    <div className="area container container-xl">
      <div className="aside-menu">
        <ul>
          {repeat(8, () => (
            <li>
              <SkeletonLine width="7rem" className="skeleton-row" />
            </li>
          ))}
        </ul>
      </div>
      <div className="area-main">
        <SkeletonLine width="40%" className="skeleton-title-l" />
        <div className="area-section">
          <SkeletonLine width="25%" className="skeleton-title" />
          <div className="area-rows">
            {repeat(3, () => (
              <div>
                <SkeletonLine width="8rem" />
                <SkeletonLine width="5rem" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Two paragraphs of what a merchant wrote. */
function Words(): ReactNode {
  return (
    <div className="prose skeleton-words">
      {repeat(2, () => (
        <Lines widths={['100%', '100%', '60%']} />
      ))}
    </div>
  )
}
