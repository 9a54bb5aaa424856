import { demoHeader } from '@vigilux/contract/demo-header.ts'

/**
 * What the cards on the page of signing in need, as soon as the server has said that it is a demo: their code, their words and the people
 * come at the same time as what draws the page, and not one after the other behind it.
 */
export async function beginDemo(session: Promise<Response>, words: () => Promise<unknown>): Promise<void> {
  if (!(await session).headers.has(demoHeader)) return
  const people = Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: '/dev/demo' })
  // As `fetch` asks by itself; otherwise the browser would ask twice.
  people.crossOrigin = 'anonymous'
  document.head.append(people)
  await Promise.all([import('./DemoSignIn.tsx'), words()])
}
