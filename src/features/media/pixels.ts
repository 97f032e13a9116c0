import sharp from 'sharp'

/*
 * The one door to sharp, so that no pipeline starts before these are set.
 */

// Every decoder but those that are meant: what cannot be opened cannot be attacked. SVG is for our own tiles and cards only;
// intake.ts looks at the first bytes before anything from outside comes near a decoder.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadSvg',
  ],
})
// One thread in each pipeline and no cache: memory matters more than the last millisecond.
sharp.cache(false)
sharp.concurrency(1)

/** Larger pictures are refused before they are decoded: a small file can hold a huge one. */
export const mostPixels = 40_000_000

export { sharp }
