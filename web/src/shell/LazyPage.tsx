import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'
import { LoadingPage } from '../shared/feedback/Loading.tsx'
import { chunkTimeoutMs, withTimeout } from '../shared/lazy.tsx'

type Loaded = { Page?: ComponentType; failure?: unknown }

/**
 * Shows a page once its code has loaded. A retry reloads the document, because a new release removes old code and a
 * browser remembers a failed import.
 */
export function LazyPage({
  load,
  brought,
  timeoutMs = chunkTimeoutMs,
}: {
  load: () => Promise<ComponentType>
  /** The page, if its code has already loaded. */
  brought?: ComponentType | undefined
  timeoutMs?: number
}) {
  const { t } = useTranslation('shell')
  const [{ Page, failure }, setLoaded] = useState<Loaded>({ ...(brought ? { Page: brought } : {}) })
  const isLoaded = Page !== undefined
  useEffect(() => {
    if (isLoaded) return
    let current = true
    // Rendered in small steps, to answer touches meanwhile.
    const show = (next: Loaded) => current && startTransition(() => setLoaded(next))
    withTimeout(load(), timeoutMs).then(
      (page) => show({ Page: page }),
      (error: unknown) => show({ failure: error }),
    )
    return () => {
      current = false
    }
  }, [isLoaded, load, timeoutMs])
  if (failure) return <ErrorState level={1} error={failure} title={t('chunk.title')} retry={() => location.reload()} />
  if (!Page) return <LoadingPage />
  return (
    <AnswerBoundary level={1} skeleton={<LoadingPage />}>
      <Page />
    </AnswerBoundary>
  )
}
