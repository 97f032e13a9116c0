import type { Theme } from '#wire/shop-config.ts'

/** The look of a shop without a theme: warm paper, dark ink, one violet. */
export const defaultTheme: Theme = {
  backgroundColor: '#fbfaf7',
  blockSpace: '7rem',
  titleColor: '#1e1b25',
  heroColor: '#2a2140',
  primaryColor: '#5b3fa3',
  infoColor: '#2c5f8a',
  successColor: '#2d6a4c',
  warningColor: '#80540b',
  errorColor: '#b3261e',
  textColor: '#2c2933',
  descColor: '#67626e',
  salesPriceColor: '#a02a50',
  linePriceColor: '#6f6977',
  placeholderColor: '#6f6977',
  borderColor: '#e4e0e3',
  titleFontFamily:
    '"Helvetica Neue", "Segoe UI Variable Display", "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif',
  fontFamily:
    '"Helvetica Neue", "Segoe UI Variable Text", "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif',
  titleFontWeight: 500,
  fontWeight: 400,
  fontSize: '1rem',
  titleFontSize: '1.75rem',
  borderRadius: '.25rem',
  container: {
    screen: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1536px', '3xl': '1660px' },
    padding: ['.7rem', '1rem', '1.2rem', '2rem'],
  },
  showSlideImage: true,
  showFavorite: true,
  showCart: true,
  hideHeader: false,
  hideFooter: false,
  useDefTemplate: false,
  darkColors: null,
  headerShape: 'center',
  heroShape: 'split',
  cardShape: 'open',
  density: 'airy',
}
