import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { realtimePatches } from '../realtime-patches.ts'
import { actionKey } from '../shared/api/use-action.ts'
import { ErrorState } from '../shared/feedback/ErrorState.tsx'
import { LoadingPage } from '../shared/feedback/Loading.tsx'
import { loadTextBundles } from '../shared/i18n/i18n.ts'
import { usePhone } from '../shared/layout/use-phone.ts'
import { lazy, useLatched } from '../shared/lazy.tsx'
import { useNavigateTo } from '../shared/navigation.tsx'
import { type PlantDetails, usePlantDetails } from '../shared/plant/plant.ts'
import { serverNow } from '../shared/plant/server-clock.ts'
import { useIsDisconnected } from '../shared/realtime/connectivity.ts'
import { Realtime, RealtimeContext } from '../shared/realtime/realtime.ts'
import { useSavedInvite } from '../shared/session/invite.ts'
import { saveReturnPath } from '../shared/session/return-path.ts'
import { clearSession, refreshSession, useSession } from '../shared/session/session.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { pathTo } from '../site-map.ts'
import { canEnter, isBlockedBySuspension } from './admission.ts'
import { BottomBar } from './BottomBar.tsx'
import { type CurrentPage, usePageTitle } from './current-page.ts'
import { ExpiredBanner } from './ExpiredBanner.tsx'
import * as styles from './frame.module.css'
import { Keys } from './Keys.tsx'
import { NotAuthorised, PlantNotFound } from './NotFoundPages.tsx'
import { PowerCutBanner } from './PowerCutBanner.tsx'
import { Rail } from './Rail.tsx'
import { TopBar } from './TopBar.tsx'
import { useDocumentTitle } from './use-document-title.ts'
import { useUnwatchPlant, useWatchPlant } from './use-watch.ts'

/** One realtime channel per signed-in person; it closes with the session. */
function RealtimeProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [realtime] = useState(() => new Realtime(queries, realtimePatches, (reason) => clearSession(queries, reason)))
  useEffect(() => realtime.start(), [realtime])
  // Whether plants are accessible is part of the session, which cache patches do not reach.
  useEffect(
    () =>
      realtime.onMessage(({ action }) => {
        if (action !== 'updateUserValidation' && action !== 'saveDeclarations') return
        void refreshSession(queries).catch(() => undefined) // the next call reports the error
        void queries.invalidateQueries({ queryKey: actionKey('getUserInfos') })
      }),
    [realtime, queries],
  )
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}

/** Loads only for unverified accounts. */
const SuspendedPage = lazy(async () => (await import('./SuspendedPage.tsx')).SuspendedPage)
/** Loads only for plants whose Pro ends within two months, plus or minus a zone. */
const ExpiringBanner = lazy(async () => (await import('./ExpiringBanner.tsx')).ExpiringBanner, { quiet: true })
const ArchivedBanner = lazy(
  async () =>
    (await Promise.all([import('../features/plant-archive/ArchivedBanner.tsx'), loadTextBundles('archive')]))[0]
      .ArchivedBanner,
)
/** Loads only for plants with a unit reporting an inhibition. */
const InhibitedBanner = lazy(
  async () =>
    (await Promise.all([import('../features/remote-panel/InhibitedBanner.tsx'), loadTextBundles('panel')]))[0]
      .InhibitedBanner,
)
/** Loads once the page is stable, because offline support is not needed to open it online. */
const OfflineWork = lazy(
  async () => (await Promise.all([import('./OfflineWork.tsx'), loadTextBundles('outbox')]))[0].OfflineWork,
  { quiet: true },
)
/** Loads once the page is stable: nobody prints a page before. */
const PrintHead = lazy(
  async () => (await Promise.all([import('./printing/PrintHead.tsx'), loadTextBundles('printing')]))[0].PrintHead,
  { quiet: true },
)
/** Loads only on a device with an unused invitation link. */
const DeadInvite = lazy(
  async () =>
    (await Promise.all([import('../features/members/DeadInvite.tsx'), loadTextBundles('people')]))[0].DeadInvite,
  { quiet: true },
)
/** Loads only for people whose first company sign-in has not asked for age and terms yet. */
const DeclarationsFrame = lazy(
  async () => (await Promise.all([import('./DeclarationsFrame.tsx'), loadTextBundles('account')]))[0].DeclarationsFrame,
)
const twoMonthsMs = 62 * 86_400_000
const endsSoon = ({ plant }: PlantDetails): boolean =>
  plant.pro_expiry !== null && Date.parse(plant.pro_expiry) - serverNow() < twoMonthsMs

export type SignedInFrameProps = { page: CurrentPage; children: ReactNode }

/** The gate: renders and requests nothing of a page before the session is known. */
export function SignedInFrame({ page, children }: SignedInFrameProps) {
  const session = useSession()
  if (session.isPending) return null
  if (session.data === undefined)
    return <ErrorState level={1} error={session.error} retry={() => void session.refetch()} />
  if (session.data === null) return <RedirectToSignIn />
  return (
    <RealtimeProvider key={session.data.userid}>
      {session.data.declarations_missing ? (
        <DeclarationsFrame user={session.data} />
      ) : (
        <FrameLayout page={page} user={session.data}>
          {children}
        </FrameLayout>
      )}
    </RealtimeProvider>
  )
}

function RedirectToSignIn() {
  const navigateTo = useNavigateTo()
  const path = useRouterState({ select: (state) => state.location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the path of that moment
  useEffect(() => {
    saveReturnPath(path)
    navigateTo.replace(pathTo('login'))
  }, [])
  return null
}

function FrameLayout({ page, user, children }: SignedInFrameProps & { user: SessionUser }) {
  const plantId = page.entry.permission === 'plant' ? page.params.plantId : undefined
  const phone = usePhone()
  const savedInvite = useSavedInvite()
  return (
    <div className={styles.frame} data-part="frame">
      {savedInvite ? <DeadInvite /> : null}
      {phone ? null : <Rail page={page} user={user} plantId={plantId} />}
      <div className={styles.stage}>
        <TopBar page={page} user={user} plantId={plantId} phone={phone} />
        <main id="main" tabIndex={-1} className={styles.main} data-part="main">
          <AfterPageSettled>
            <OfflineWork user={user} />
          </AfterPageSettled>
          <PermissionGate page={page} user={user} plantId={plantId}>
            {children}
          </PermissionGate>
        </main>
      </div>
      {phone ? null : <Keys />}
      {phone ? <BottomBar page={page} user={user} plantId={plantId} /> : null}
    </div>
  )
}

/** Time after which the page has loaded its own data. */
const settledMs = 4_000

/** Renders its children once the page is stable, or at once when offline. */
function AfterPageSettled({ children }: { children: ReactNode }) {
  const [isSettled, setSettled] = useState(false)
  const isDisconnected = useLatched(useIsDisconnected())
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled || isDisconnected ? children : null
}

function PermissionGate({
  page,
  user,
  plantId,
  children,
}: SignedInFrameProps & { user: SessionUser; plantId: string | undefined }) {
  if (isBlockedBySuspension(page.name, user)) return <SuspendedPage />
  if (!canEnter(page.entry, user)) return <NotAuthorised />
  if (plantId === undefined) return <TitledPage page={page}>{children}</TitledPage>
  return (
    <PlantScope key={plantId} page={page} user={user} plantId={plantId}>
      {children}
    </PlantScope>
  )
}

function TitledPage({ page, children }: SignedInFrameProps) {
  useDocumentTitle(usePageTitle(page.name))
  useUnwatchPlant()
  return children
}

/** A missing plant and a plant of others look the same. */
const plantNotFoundCodes = new Set(['PLANT_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT'])

function PlantScope({ page, user, plantId, children }: SignedInFrameProps & { user: SessionUser; plantId: string }) {
  const details = usePlantDetails(plantId)
  useWatchPlant(plantId, details.isSuccess)
  useDocumentTitle(usePageTitle(page.name), details.data ? details.data.plant.plantname : undefined)
  if (details.error && plantNotFoundCodes.has(details.error.code)) return <PlantNotFound />
  if (details.data)
    return (
      <>
        <AfterPageSettled>
          <PrintHead details={details.data} user={user} />
        </AfterPageSettled>
        <PowerCutBanner details={details.data} />
        {details.data.units.some(({ warnings }) => warnings.includes('system_inhibited')) &&
        page.name !== 'remotePanel' ? (
          <InhibitedBanner />
        ) : null}
        {details.data.plant.archived_at ? <ArchivedBanner details={details.data} /> : null}
        <ExpiredBanner details={details.data} />
        {endsSoon(details.data) ? (
          <ExpiringBanner details={details.data} onOverview={page.name === 'plantOverview'} />
        ) : null}
        {children}
      </>
    )
  if (details.error) return <ErrorState level={1} error={details.error} retry={() => void details.refetch()} />
  return <LoadingPage />
}
