import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useNavigateTo } from '../shared/navigation.tsx'
import { clearSignOutReason, takeReturnPath } from '../shared/session/return-path.ts'
import { useIsDemo, useSession } from '../shared/session/session.ts'
import { isForSignedOut, pathTo } from '../site-map.ts'
import type { CurrentPage } from './current-page.ts'
import { usePageTitle } from './current-page.ts'
import * as styles from './frame.module.css'
import { LanguageMenu } from './LanguageMenu.tsx'
import { Logo } from './Logo.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { useDocumentTitle } from './use-document-title.ts'

type PublicFrameProps = {
  page?: CurrentPage | undefined
  /** The document title of a frame without a page. */
  title?: string
  children: ReactNode
}

/** The frame of public pages: the product's name, language, theme, and the page. */
export function PublicFrame({ page, title, children }: PublicFrameProps) {
  const { t } = useTranslation('shell')
  const pageTitle = usePageTitle(page?.name)
  useDocumentTitle(title ?? pageTitle)
  return (
    <div className={styles.public} data-part="public-frame">
      <header className={`${styles.publicTop} vx-no-print`}>
        <Logo />
        {page?.entry.signedOutOnly ? <DemoTag /> : null}
        <span className={styles.topSpace} />
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <main id="main" tabIndex={-1}>
        {page?.entry.signedOutOnly ? <RedirectSignedIn /> : null}
        {children}
      </main>
      <footer className={`${styles.publicFoot} vx-no-print`}>
        <AppLink to={pathTo('terms')}>{t('page.terms')}</AppLink>
        <AppLink to={pathTo('privacy')}>{t('page.privacy')}</AppLink>
      </footer>
    </div>
  )
}

/** Marks the demo; only where the session is requested anyway. */
function DemoTag() {
  const { t } = useTranslation('shell')
  return useIsDemo() ? <span className={styles.demoTag}>{t('demo')}</span> : null
}

/** Sends a signed-in person on to their destination. */
function RedirectSignedIn() {
  const { data: user } = useSession()
  const navigateTo = useNavigateTo()
  useEffect(() => {
    if (!user) return
    clearSignOutReason()
    const returnPath = takeReturnPath()
    // A redirect to this very page would render nothing new, and the person would stay.
    navigateTo.replace(returnPath && !isForSignedOut(returnPath) ? returnPath : pathTo('home'))
  }, [user, navigateTo])
  return null
}
