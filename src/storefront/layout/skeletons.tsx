import type { ReactNode } from 'react'
import { Cached } from '#platform/server/pages/render.tsx'
import { CheckoutSkeleton, InquirySkeleton, OrderSkeleton } from './order-skeletons.tsx'
import {
  ArticleListSkeleton,
  ArticleSkeleton,
  AuthSkeleton,
  CartSkeleton,
  CollectionSkeleton,
  CouponListSkeleton,
  CouponSkeleton,
  HomeSkeleton,
  ListingSkeleton,
  PageSkeleton,
  ProductSkeleton,
  PromotionListSkeleton,
  PromotionSkeleton,
  TagSkeleton,
  UserSkeleton,
} from './page-skeletons.tsx'

/*
 * Placeholders for pages that are on their way. The runtime clones `#skeleton-<page>`, once it has fetched the
 * stylesheets that the template names: those of the page itself.
 */

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
      <template id="skeleton-home" data-styles="shop home">
        <HomeSkeleton />
      </template>
      <template id="skeleton-category" data-styles="shop">
        <ListingSkeleton />
      </template>
      <template id="skeleton-search" data-styles="shop">
        <ListingSkeleton />
      </template>
      <template id="skeleton-collection" data-styles="shop">
        <CollectionSkeleton />
      </template>
      <template id="skeleton-tag" data-styles="shop">
        <TagSkeleton />
      </template>
      <template id="skeleton-product" data-styles="shop product">
        <ProductSkeleton />
      </template>
      <template id="skeleton-cart" data-styles="shop checkout account">
        <CartSkeleton />
      </template>
      <template id="skeleton-checkout" data-styles="checkout account">
        <CheckoutSkeleton />
      </template>
      <template id="skeleton-order" data-styles="checkout orders">
        <OrderSkeleton />
      </template>
      <template id="skeleton-inquiry" data-styles="content">
        <InquirySkeleton />
      </template>
      <template id="skeleton-article" data-styles="shop content">
        <ArticleSkeleton />
      </template>
      <template id="skeleton-article-list" data-styles="content">
        <ArticleListSkeleton />
      </template>
      <template id="skeleton-page" data-styles="content">
        <PageSkeleton />
      </template>
      <template id="skeleton-promotion" data-styles="shop promotions">
        <PromotionSkeleton />
      </template>
      <template id="skeleton-promotion-list" data-styles="promotions">
        <PromotionListSkeleton />
      </template>
      <template id="skeleton-coupon" data-styles="shop promotions">
        <CouponSkeleton />
      </template>
      <template id="skeleton-coupon-list" data-styles="promotions">
        <CouponListSkeleton />
      </template>
      <template id="skeleton-auth" data-styles="account">
        <AuthSkeleton />
      </template>
      <template id="skeleton-user" data-styles="account area">
        <UserSkeleton />
      </template>
    </>
  )
}
