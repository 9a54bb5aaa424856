import { demoHeader, demoTiming } from '@vigilux/contract/demo-header.ts'

/** Whether the page came from a demo, known before any request. */
const isDemoPage = (): boolean =>
  (performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[]).some(({ serverTiming }) =>
    serverTiming?.some(({ name }) => name === demoTiming),
  )

/**
 * Parts of the cards on the sign-in page, requested once the server reports a demo: their code, words and people load
 * together with the page's code, not one after the other.
 */
export async function startDemoPage(session: Promise<Response>, loadTexts: () => Promise<unknown>): Promise<void> {
  if (!isDemoPage() && !(await session).headers.has(demoHeader)) return
  const people = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: '/dev/demo' })
  // The same request as `fetch` makes by default; otherwise the browser would request twice.
  people.crossOrigin = 'anonymous'
  document.head.append(people)
  await Promise.all([import('./DemoSignIn.tsx'), loadTexts()])
}
