/**
 * The small first code: from the address it knows the needs of the first page, and loads them together with the
 * libraries instead of after them. A failed part is requested again when needed.
 */
import { wordLoaders } from 'virtual:words'
import { startDemoPage } from './demo/begin-demo.ts'
import { pageOfPath, resolveFirstPage, routeInHash } from './page-of-path.ts'
import { loadPageCode, textBundlesOfPage } from './routes.tsx'
import { initialLanguage } from './shared/i18n/languages.ts'
import { preloadSession } from './shared/session/preloaded-session.ts'
import { siteMap } from './site-map.ts'

const ignoreFailure = (pending: Promise<unknown>) => void pending.catch(() => undefined)

const name = resolveFirstPage(pageOfPath(routeInHash(location.hash).split('?')[0] ?? '/') ?? 'home')
const loadTexts = wordLoaders[initialLanguage()]
ignoreFailure(import('./main.tsx'))
ignoreFailure(loadPageCode(name))
if (siteMap[name].permission !== 'public') ignoreFailure(import('./shell/SignedInFrame.tsx'))
for (const bundle of ['everywhere', ...textBundlesOfPage(name)] as const) ignoreFailure(loadTexts[bundle]())
const session = preloadSession()
if (name === 'login') ignoreFailure(startDemoPage(session, () => Promise.all([loadTexts.demo(), loadTexts.people()])))
