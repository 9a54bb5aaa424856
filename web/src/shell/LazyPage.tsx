import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'
import { LoadingPage } from '../shared/feedback/Loading.tsx'
import { chunkTimeoutMs, withinTime } from '../shared/later.tsx'

type Loaded = { Page?: ComponentType; failure?: unknown }

/**
 * Shows a page once its code is there. Retrying reloads the document: after a new release the old names of the code are
 * gone, and a browser remembers a failed import.
 */
export function LazyPage({
  load,
  timeoutMs = chunkTimeoutMs,
}: {
  load: () => Promise<ComponentType>
  timeoutMs?: number
}) {
  const { t } = useTranslation('shell')
  const [{ Page, failure }, setLoaded] = useState<Loaded>({})
  useEffect(() => {
    let current = true
    withinTime(load(), timeoutMs).then(
      (page) => current && setLoaded({ Page: page }),
      (error: unknown) => current && setLoaded({ failure: error }),
    )
    return () => {
      current = false
    }
  }, [load, timeoutMs])
  if (failure) return <ErrorState level={1} error={failure} title={t('chunk.title')} retry={() => location.reload()} />
  return Page ? <Page /> : <LoadingPage />
}
