import type { ReactNode } from 'react'
import { Cached } from '#platform/server/pages/render.tsx'
import type { ShopRouter } from '#wire/shop-config.ts'
import { CheckoutSkeleton, InquirySkeleton, OrderSkeleton } from './order-skeletons.tsx'
import {
  ArticleListSkeleton,
  ArticleSkeleton,
  AuthSkeleton,
  CartSkeleton,
  CollectionSkeleton,
  CouponListSkeleton,
  CouponSkeleton,
  FavoriteSkeleton,
  HomeSkeleton,
  ListingSkeleton,
  PageSkeleton,
  ProductSkeleton,
  PromotionListSkeleton,
  PromotionSkeleton,
  RecentSkeleton,
  TagSkeleton,
  UserSkeleton,
} from './page-skeletons.tsx'
import { skeletonPaths } from './skeleton-paths.ts'

/*
 * Placeholders for pages that are on their way. The runtime clones `#skeleton-<page>`, once it has fetched the
 * stylesheets that the template names: those of the page itself. `data-page` of a link names it; without that it is
 * the template whose `data-paths` fits the path.
 */

/** The same on every page, in every language. */
export function Skeletons({ router }: { router: ShopRouter }): ReactNode {
  return (
    <Cached k="skeletons" tags={['config']}>
      {() => <Templates router={router} />}
    </Cached>
  )
}

function Templates({ router }: { router: ShopRouter }): ReactNode {
  const paths = skeletonPaths(router)
  return (
    <>
      <template id="skeleton-home" data-styles="shop home" data-paths={paths.home}>
        <HomeSkeleton />
      </template>
      <template id="skeleton-category" data-styles="shop" data-paths={paths.category}>
        <ListingSkeleton />
      </template>
      <template id="skeleton-search" data-styles="shop" data-paths={paths.search}>
        <ListingSkeleton />
      </template>
      <template id="skeleton-collection" data-styles="shop" data-paths={paths.collection}>
        <CollectionSkeleton />
      </template>
      <template id="skeleton-tag" data-styles="shop" data-paths={paths.tag}>
        <TagSkeleton />
      </template>
      <template id="skeleton-recent" data-styles="shop" data-paths={paths.recent}>
        <RecentSkeleton />
      </template>
      <template id="skeleton-favorite" data-styles="shop account area" data-paths={paths.favorite}>
        <FavoriteSkeleton />
      </template>
      <template id="skeleton-product" data-styles="shop product" data-paths={paths.product}>
        <ProductSkeleton />
      </template>
      <template id="skeleton-cart" data-styles="shop checkout account" data-paths={paths.cart}>
        <CartSkeleton />
      </template>
      <template id="skeleton-checkout" data-styles="checkout account" data-paths={paths.checkout}>
        <CheckoutSkeleton />
      </template>
      <template id="skeleton-order" data-styles="checkout orders" data-paths={paths.order}>
        <OrderSkeleton />
      </template>
      <template id="skeleton-inquiry" data-styles="content" data-paths={paths.inquiry}>
        <InquirySkeleton />
      </template>
      <template id="skeleton-article" data-styles="shop content" data-paths={paths.article}>
        <ArticleSkeleton />
      </template>
      <template id="skeleton-article-list" data-styles="content" data-paths={paths['article-list']}>
        <ArticleListSkeleton />
      </template>
      <template id="skeleton-page" data-styles="content" data-paths={paths.page}>
        <PageSkeleton />
      </template>
      <template id="skeleton-promotion" data-styles="shop promotions" data-paths={paths.promotion}>
        <PromotionSkeleton />
      </template>
      <template id="skeleton-promotion-list" data-styles="promotions" data-paths={paths['promotion-list']}>
        <PromotionListSkeleton />
      </template>
      <template id="skeleton-coupon" data-styles="shop promotions" data-paths={paths.coupon}>
        <CouponSkeleton />
      </template>
      <template id="skeleton-coupon-list" data-styles="promotions" data-paths={paths['coupon-list']}>
        <CouponListSkeleton />
      </template>
      <template id="skeleton-auth" data-styles="account" data-paths={paths.auth}>
        <AuthSkeleton />
      </template>
      <template id="skeleton-user" data-styles="account area" data-paths={paths.user}>
        <UserSkeleton />
      </template>
    </>
  )
}
