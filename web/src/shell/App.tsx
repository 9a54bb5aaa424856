import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenSignedOutByServer } from '../shared/api/call.ts'
import { shouldReadAgain } from '../shared/api/use-action.ts'
import { Toasts } from '../shared/feedback/Toasts.tsx'
import { forgetSession, whenSignedOutInOtherTab } from '../shared/session/session.ts'
import { cssVariables, theme } from '../shared/theme/theme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const queries = new QueryClient({
  defaultOptions: {
    // Realtime events keep answers fresh; a minute is for what no event reports.
    queries: { retry: shouldReadAgain, staleTime: 60_000 },
    mutations: { retry: false },
  },
})

/** Everything around the pages: colours, server state, routes, messages. */
export function App({ router }: { router: AnyRouter }) {
  useEffect(() => whenSignedOutByServer(() => forgetSession(queries, 'sessionEnded')), [])
  useEffect(() => whenSignedOutInOtherTab(() => forgetSession(queries, 'own')), [])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Toasts />
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  )
}
