import type { ReactNode } from 'react'

/**
 * The id of the last element of a page's first screen, on a phone and on a usual desktop. The first paint waits until
 * it is parsed to its end; on a page that has none, for the whole page. A page has one at the most.
 */
export const foldId = 'fold'

/** Ends the first screen where no element of the page does. */
export function Fold(): ReactNode {
  return <span id={foldId} hidden />
}

/**
 * Says when the whole page is laid out (`data-whole` on the root; see `content-visibility` in the stylesheets): at once
 * where the browser comes back to a document or reloads it, because the runtime scrolls it to where it was and gives
 * every entry of the history a state. Otherwise when the visitor acts, before the runtime notes where the page is
 * scrolled to. What the window shows stays where it is: heights above it may have been guesses.
 */
export const layOutWhole =
  "{const r=document.documentElement,d=r.dataset,s=()=>{if('whole'in d)return;" +
  "const e=[.5,.4,.6].flatMap(y=>document.elementsFromPoint(innerWidth*.3,innerHeight*y)).find(e=>e.closest('main')&&e.clientHeight<innerHeight)," +
  "t=()=>e?e.getBoundingClientRect().top:0,y=t();d.whole='';scrollBy({top:t()-y,behavior:'instant'})};" +
  "if(history.state)d.whole='';else for(const n of['click','submit','pagehide'])addEventListener(n,s,true)}"
