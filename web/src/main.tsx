import '@mantine/core/styles.css'
import './shared/theme/base.css'
import { wordLoaders } from 'virtual:words'
import { createRoot } from 'react-dom/client'
import { createRouterOfPages } from './router.tsx'
import { startLanguages } from './shared/i18n/i18n.ts'
import { captureInvite } from './shared/session/invite.ts'
import { App } from './shell/App.tsx'

async function start(): Promise<void> {
  captureInvite()
  await startLanguages(wordLoaders)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App router={createRouterOfPages()} />)
}

void start()
