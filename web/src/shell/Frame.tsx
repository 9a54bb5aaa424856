import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'
import { useCurrentPage } from './current-page.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import * as styles from './frame.module.css'
import { PublicFrame } from './PublicFrame.tsx'
import { LazySignedInFrame } from './signed-in-frame.tsx'

/** The root of every page: chooses the frame by access. */
export function Frame() {
  const page = useCurrentPage()
  const path = useRouterState({ select: (state) => state.location.pathname })
  if (path === '/') return null // on its way to home
  const content = (
    <ErrorBoundary key={path}>
      <Outlet />
    </ErrorBoundary>
  )
  return (
    <>
      <SkipLink />
      {page && page.entry.permission !== 'public' ? (
        <LazySignedInFrame page={page}>{content}</LazySignedInFrame>
      ) : (
        <PublicFrame page={page}>{content}</PublicFrame>
      )}
    </>
  )
}

/** A fault in the frame itself: shown in the reader's language although the page is lost. */
export function FrameFailed({ error }: { error: unknown }) {
  return <ErrorState level={1} error={error} retry={() => location.reload()} />
}

function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {t('skip')}
    </button>
  )
}
