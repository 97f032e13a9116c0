export const missingPage = '/nothing/at/all'

const languages = ['', '/zh', '/zh-HK']

/** One address of each kind, and of each state that looks different. */
const addresses = [
  '/',
  '/search',
  '/search?q=lamp',
  '/search?q=%E7%81%AF',
  '/search?q=xqzzv',
  '/cart',
  '/tag/walnut',
  '/category/tableware',
  '/category/tableware?sort=price-asc&page=1',
  '/category/tableware?opt.color=clay&stock=1',
  '/tableware',
  '/product/perch-stool',
  '/product/first-light-mug',
  '/article',
  '/article/three-lamps',
  '/page/shipping',
  '/page/faq',
  '/collection/slow-mornings',
  '/promotion',
  '/promotion/set-the-table',
  '/coupon',
  '/coupon/a-first-hello',
  '/inquiry/feedback',
  '/inquiry/quote',
  '/inquiry/thankyou',
  '/compare',
  missingPage,
]

/** In every language that the demo shop speaks. */
export const publicPages = languages.flatMap((language) =>
  addresses.map((address) => (address === '/' ? language || '/' : `${language}${address}`)),
)
