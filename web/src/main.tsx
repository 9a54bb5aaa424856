import './shared/theme/mantine-styles.ts'
import './shared/theme/base.css'
import './shared/theme/tones.css'
import './shared/theme/utilities.css'
import './shared/theme/touch.css'
import { wordLoaders } from 'virtual:words'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { resolveFirstPage } from './page-of-path.ts'
import { findPageAt, prefetchReads, startPrefetching } from './prefetch.ts'
import { createRouterOfPages } from './router.tsx'
import { textBundlesOfPage } from './routes.tsx'
import { AnswerCache } from './shared/api/answer-cache.ts'
import { shouldRetryRead } from './shared/api/use-action.ts'
import { startLanguages } from './shared/i18n/i18n.ts'
import { saveReturnPath } from './shared/session/return-path.ts'
import { refetchSession } from './shared/session/session.ts'
import { App } from './shell/App.tsx'
import { loadSignedInFrame } from './shell/signed-in-frame.tsx'
import { pageEntry, pathTo } from './site-map.ts'

// The content policy lets nobody make code from text; zod, which comes with the first form, would try and be reported.
// Its own `config()` would bring a part of it to every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const queries = new AnswerCache({
  defaultOptions: {
    // Realtime events keep answers fresh; a minute is for changes without an event. Without a network the device's own
    // answers count.
    queries: { retry: shouldRetryRead, staleTime: 60_000, networkMode: 'always' },
    // Without a network a press fails at once: an unseen waiting one would act when nobody expects it.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Draws the first page, whose code, words and person `start.ts` has asked for, once they are there. */
async function start(): Promise<void> {
  const router = createRouterOfPages()
  const page = findPageAt(router)
  let name = page?.name ?? 'home'
  const session = refetchSession(queries).catch(() => undefined)
  if (page) void prefetchReads(queries, page)
  // Like the gate, without loading and drawing the frame around it.
  if (page && resolveFirstPage(name) !== name && (await session) === null) {
    saveReturnPath(router.latestLocation.href)
    router.history.replace(pathTo('login'))
    name = 'login'
  }
  await startLanguages(wordLoaders, ...textBundlesOfPage(name))
  const { permission, signedOutOnly } = pageEntry(name)
  // All but a page for everybody stays empty until it is known who is there; who cannot be asked for is said by the
  // frame.
  if (permission !== 'public' || signedOutOnly) await session
  const loadedPage = router.load()
  startPrefetching(router, queries)
  const root = document.getElementById('root')
  if (!root) return
  // The code usually arrives before the texts; then frame and page are drawn at once.
  const parts = [loadedPage, ...(permission === 'public' ? [] : [loadSignedInFrame()])]
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve))])
  // Drawn piece by piece, to answer a finger meanwhile.
  startTransition(() => createRoot(root).render(<App router={router} queries={queries} />))
}

void start()
