import { lazy } from '../../shared/lazy.tsx'

export const WebhooksTab = lazy(async () => (await import('./WebhooksTab.tsx')).WebhooksTab)
