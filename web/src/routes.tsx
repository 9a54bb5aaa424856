import type { ComponentType } from 'react'
import { needWords } from './shared/i18n/i18n.ts'
import type { WordSet } from './shared/i18n/word-sets.ts'
import { type BuiltPageName, type PageName, pageNames, siteMap } from './site-map.ts'

/** Brings a page's component; its code is fetched when the page is first opened. */
export type PageLoader = () => Promise<ComponentType>

const pending: PageLoader = async () => (await import('./shell/PendingPage.tsx')).PendingPage

/** The page behind every name of the site map that is not pending. */
const routes: Record<BuiltPageName, PageLoader> & Partial<Record<PageName, PageLoader>> = {
  home: async () => (await import('./features/plants/PlantsPage.tsx')).PlantsPage,
  plantOverview: async () => (await import('./features/plant-overview/OverviewPage.tsx')).OverviewPage,
  invitations: async () => (await import('./features/members/InvitationsPage.tsx')).InvitationsPage,
  ntoUsers: async () => (await import('./features/accounts/UsersPage.tsx')).UsersPage,
  ntoPendingUsers: async () => (await import('./features/accounts/PendingUsersPage.tsx')).PendingUsersPage,
  plantReport: async () => (await import('./features/emergency-tests/TestsPage.tsx')).TestsPage,
  devices: async () => (await import('./features/lamps/DevicesPage.tsx')).DevicesPage,
  addUnit: async () => (await import('./features/central-units/EnrolPage.tsx')).EnrolPage,
  unitGroups: async () => (await import('./features/groups/UnitGroupsPage.tsx')).UnitGroupsPage,
  unitTests: async () => (await import('./features/emergency-tests/UnitTestsPage.tsx')).UnitTestsPage,
  unitSnapshots: async () => (await import('./features/snapshots/UnitSnapshotsPage.tsx')).UnitSnapshotsPage,
  unitHistory: async () => (await import('./features/commands/UnitHistoryPage.tsx')).UnitHistoryPage,
  unitBluetooth: async () => (await import('./features/bluetooth/UnitBluetoothPage.tsx')).UnitBluetoothPage,
  unit: async () => (await import('./features/central-units/UnitPage.tsx')).UnitPage,
  configureUnit: async () => (await import('./features/configuration/ConfigurePage.tsx')).ConfigurePage,
  plantUsers: async () => (await import('./features/members/MembersPage.tsx')).MembersPage,
  plantGeneral: async () => (await import('./features/plants/PlantSettingsPage.tsx')).PlantSettingsPage,
  userProfile: async () => (await import('./features/accounts/ProfilePage.tsx')).ProfilePage,
  support: async () => (await import('./shell/SupportPage.tsx')).SupportPage,
  login: async () => (await import('./features/accounts/SignInPage.tsx')).SignInPage,
  loginNew: async () => (await import('./features/accounts/SignInPage.tsx')).SignInPage,
  setPassword: async () => (await import('./features/accounts/SetPasswordPage.tsx')).SetPasswordPage,
  signUp: async () => (await import('./features/accounts/SignUpPage.tsx')).SignUpPage,
  forgotPassword: async () => (await import('./features/accounts/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  responsive: async () => (await import('./shell/ResponsivePage.tsx')).ResponsivePage,
}

/** Pages whose parts come from both sides: what is asked of people inside a plant. */
const peopleInPlants: readonly PageName[] = ['plantUsers', 'plantGeneral']

/** The sets of words that a page shows besides those of every page. */
export const wordsOfPage = (name: PageName): readonly WordSet[] => {
  if (siteMap[name].permission !== 'plant') return ['people']
  return peopleInPlants.includes(name) ? ['plant', 'people'] : ['plant']
}

/** Begins to fetch the code of the page that will be opened first; what fails is asked for again when the page is drawn. */
export function fetchEarly(name: PageName): void {
  ;(routes[name] ?? pending)().catch(() => undefined)
}

const loaders = Object.fromEntries(
  pageNames.map((name) => [
    name,
    // Both at once: the words never wait for the code.
    async () => (await Promise.all([(routes[name] ?? pending)(), needWords(...wordsOfPage(name))]))[0],
  ]),
) as Record<PageName, PageLoader>

/** Brings the page behind a name, with its words; one that comes with a later release says what will be there. */
export const loaderOf = (name: PageName): PageLoader => loaders[name]
