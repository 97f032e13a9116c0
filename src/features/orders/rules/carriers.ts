/*
 * Where known carriers show a parcel, for parcels whose operator gave no address. A name is compared without spaces,
 * signs and capitals, by what it begins with; the first that fits counts, so longer names come first.
 */

const carriers: readonly { names: readonly string[]; page: string }[] = [
  {
    names: ['dhl'],
    page: 'https://www.dhl.com/global-en/home/tracking/tracking-parcel.html?submit=1&tracking-id=',
  },
  { names: ['ups', 'unitedparcelservice'], page: 'https://www.ups.com/track?tracknum=' },
  { names: ['fedex', 'federalexpress'], page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { names: ['usps', 'unitedstatespostal'], page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  { names: ['dpd'], page: 'https://tracking.dpd.de/status/en_US/parcel/' },
  { names: ['gls'], page: 'https://gls-group.eu/EU/en/parcel-tracking?match=' },
  { names: ['royalmail'], page: 'https://www.royalmail.com/track-your-item#/tracking-results/' },
  { names: ['evri'], page: 'https://www.evri.com/track/parcel/' },
  { names: ['laposte', 'colissimo'], page: 'https://www.laposte.fr/outils/suivre-vos-envois?code=' },
  {
    names: ['canadapost', 'postescanada'],
    page: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
  },
  { names: ['australiapost', 'auspost'], page: 'https://auspost.com.au/mypost/track/details/' },
  {
    names: ['japanpost', '日本郵便', 'ゆうパック'],
    page: 'https://trackings.post.japanpost.jp/services/srv/search/direct?locale=en&reqCodeNo1=',
  },
  {
    names: ['swisspost', 'schweizerischepost', 'diepost'],
    page: 'https://service.post.ch/ekp-web/ui/entry/search/',
  },
  {
    names: ['austrianpost', 'österreichischepost', 'postat'],
    page: 'https://www.post.at/sv/sendungssuche?snr=',
  },
  { names: ['postnord'], page: 'https://tracking.postnord.com/en/tracking?id=' },
  { names: ['ninjavan'], page: 'https://www.ninjavan.co/en-sg/tracking?id=' },
  {
    names: ['sfexpress', '順豐', '顺丰'],
    page: 'https://www.sf-express.com/chn/en/waybill/waybill-detail/',
  },
]

/** The carrier's page of a parcel; null for a carrier that is not known, and for what is no number. */
export function trackingPage(carrier: string, number: string): string | null {
  const digits = number.replace(/\s/g, '')
  if (!/^(?=.*\d)[\w-]{6,40}$/.test(digits)) return null
  const name = carrier.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const known = carriers.find(({ names }) => names.some((one) => name.startsWith(one)))
  return known === undefined ? null : known.page + encodeURIComponent(digits)
}
