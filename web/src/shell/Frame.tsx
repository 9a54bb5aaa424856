import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCurrentPage } from './current-page.ts'
import * as styles from './frame.module.css'
import { PublicFrame } from './PublicFrame.tsx'
import { LazySignedInFrame } from './signed-in-frame.tsx'

/** The root of every page: chooses the frame by access. */
export function Frame() {
  const page = useCurrentPage()
  const path = useRouterState({ select: (state) => state.location.pathname })
  if (path === '/') return null // on its way to home
  return (
    <>
      <SkipLink />
      {page && page.entry.permission !== 'public' ? (
        <LazySignedInFrame page={page}>
          <Outlet />
        </LazySignedInFrame>
      ) : (
        <PublicFrame page={page}>
          <Outlet />
        </PublicFrame>
      )}
    </>
  )
}

function SkipLink() {
  const { t } = useTranslation('shell')
  return (
    <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
      {t('skip')}
    </button>
  )
}
