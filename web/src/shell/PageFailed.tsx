import { ApiFailure } from '@vigilux/client/failure.ts'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'

/**
 * A page without code, or with a fault in it; the frame around it stays. A retry reloads the document, because a new
 * release removes old code and a browser remembers a failed import.
 */
export function PageFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('shell')
  const lacksCode = error instanceof ApiFailure && error.code.startsWith('chunk_')
  return (
    <ErrorState
      level={1}
      error={error}
      {...(lacksCode && { title: t('chunk.title') })}
      retry={() => location.reload()}
    />
  )
}
