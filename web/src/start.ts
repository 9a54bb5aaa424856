/**
 * The first code that runs, and little: from the address it knows what the first page needs, and has all of it come at
 * the same time as the libraries, which would otherwise be waited for first. What fails is asked for again when needed.
 */
import { wordLoaders } from 'virtual:words'
import { beginDemo } from './demo/begin-demo.ts'
import { firstPage, pageOfPath, routeInHash } from './page-of-path.ts'
import { codeOf, wordsOfPage } from './routes.tsx'
import { initialLanguage } from './shared/i18n/languages.ts'
import { beginSession } from './shared/session/begun-session.ts'
import { siteMap } from './site-map.ts'

const tried = (asked: Promise<unknown>) => void asked.catch(() => undefined)

const name = firstPage(pageOfPath(routeInHash(location.hash).split('?')[0] ?? '/') ?? 'home')
const words = wordLoaders[initialLanguage()]
tried(import('./main.tsx'))
tried(codeOf(name))
if (siteMap[name].permission !== 'public') tried(import('./shell/SignedInFrame.tsx'))
for (const set of ['everywhere', ...wordsOfPage(name)] as const) tried(words[set]())
const session = beginSession()
if (name === 'login') tried(beginDemo(session, words.demo))
