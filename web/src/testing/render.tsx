import { wordLoaders } from 'virtual:words'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory } from '@tanstack/history'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { configure, type RenderResult, render } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createRouterOfPages } from '../router.tsx'
import { call } from '../shared/api/call.ts'
import { clearPresses } from '../shared/api/use-action.ts'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { showLanguage, startLanguages } from '../shared/i18n/i18n.ts'
import { initialLanguage } from '../shared/i18n/languages.ts'
import { textBundles } from '../shared/i18n/text-bundles.ts'
import { Realtime } from '../shared/realtime/realtime.ts'
import { theme } from '../shared/theme/theme.ts'

/** Waiting ends with the awaited state; a machine with other suites needs more than the default second. */
configure({ asyncUtilTimeout: 10_000 })

/** Tests act as the server by replacing `fetch`, which also receives the calls of the realtime channel. */
Realtime.prototype.call = (action, input) => call(action, input)

/** APIs used by the components but missing in jsdom. */
export function setupBrowser(): void {
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  })) as never
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never
  window.scrollTo = () => undefined
  // As in newer browsers; catches code passing the result on to React.
  Element.prototype.scrollIntoView ??= (() => Promise.resolve()) as () => void
}

/** A namespace of no page: the texts of all pages were added together with it. */
const allTexts = 'all-words'

/** Starts once per process, unless a test starts differently: adding all texts takes as long as a small page. */
async function startTexts(): Promise<void> {
  const hasAll = i18next.isInitialized && i18next.hasResourceBundle('en', allTexts)
  if (hasAll && initialLanguage() === 'en') return showLanguage('en')
  await startLanguages(wordLoaders, ...textBundles)
  i18next.addResourceBundle('en', allTexts, {})
}

/** Everything around a component except the routes: English texts, colours, and a separate cache without retries. */
export async function renderWithTexts(children: ReactNode, queries = quickQueries()): Promise<RenderResult> {
  setupBrowser()
  // A click of an earlier test is no answer in this one.
  clearPresses()
  await startTexts()
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queries}>
        <AnswerBoundary>{children}</AnswerBoundary>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

/** The whole client at a path, with the given cache. Replace `fetch` to act as the server. */
export async function renderAt(path: string, queries = quickQueries()) {
  const router = createRouterOfPages(createMemoryHistory({ initialEntries: [path] }))
  const screen = await renderWithTexts(<RouterProvider router={router} />, queries)
  return { ...screen, router }
}

export function quickQueries(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}
