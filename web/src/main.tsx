import './shared/theme/mantine-styles.ts'
import './shared/theme/base.css'
import { wordLoaders } from 'virtual:words'
import { QueryClient } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createRouterOfPages } from './router.tsx'
import { fetchEarly, wordsOfPage } from './routes.tsx'
import { shouldReadAgain } from './shared/api/use-action.ts'
import { startLanguages } from './shared/i18n/i18n.ts'
import { captureInvite } from './shared/session/invite.ts'
import { askForSession } from './shared/session/session.ts'
import { App } from './shell/App.tsx'

// The content policy lets nobody make code from text; zod, which comes with the first form, would try and be reported.
// Its own `config()` would bring a part of it to every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const queries = new QueryClient({
  defaultOptions: {
    // Realtime events keep answers fresh; a minute is for what no event reports.
    queries: { retry: shouldReadAgain, staleTime: 60_000 },
    mutations: { retry: false },
  },
})

/** What the first page needs is asked for at once: its code, its words, and who is there. */
async function start(): Promise<void> {
  captureInvite()
  const router = createRouterOfPages()
  const page = router.matchRoutes(router.latestLocation).at(-1)?.staticData.page ?? 'home'
  fetchEarly(page)
  askForSession(queries)
  await startLanguages(wordLoaders, ...wordsOfPage(page))
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App router={router} queries={queries} />)
}

void start()
