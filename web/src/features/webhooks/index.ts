import { later } from '../../shared/later.tsx'

export const WebhooksTab = later(async () => (await import('./WebhooksTab.tsx')).WebhooksTab)
