/** Both pages in one fetch: whoever opens the rounds opens one of them next. */
export { RoundPage } from './RoundPage.tsx'
export { RoundsPage } from './RoundsPage.tsx'
