import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { onSignedOutByServer } from '../shared/api/call.ts'
import { Toasts } from '../shared/feedback/Toasts.tsx'
import { useLanguage } from '../shared/i18n/i18n.ts'
import { clearSession, onSignedOutInOtherTab } from '../shared/session/session.ts'
import { cssVariables, themeIn } from '../shared/theme/theme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Providers around all pages: colors, server state, routes, messages. */
export function App({ router, queries }: { router: AnyRouter; queries: QueryClient }) {
  const language = useLanguage()
  const theme = useMemo(() => themeIn(language), [language])
  useEffect(() => onSignedOutByServer(() => clearSession(queries, 'sessionEnded')), [queries])
  useEffect(() => onSignedOutInOtherTab(() => clearSession(queries, 'own')), [queries])
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
