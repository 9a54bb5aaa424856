/** Both pages in one fetch, because people who open the rounds open one of them next. */
export { RoundPage } from './RoundPage.tsx'
export { RoundsPage } from './RoundsPage.tsx'
