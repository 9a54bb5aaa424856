/**
 * The first code that runs, and little: from the address it knows what the first page needs, and has all of it come at
 * the same time as the libraries, which would otherwise be waited for first. What fails is asked for again when needed.
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
if (name === 'login') ignoreFailure(startDemoPage(session, loadTexts.demo))
