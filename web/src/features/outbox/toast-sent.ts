import i18next from 'i18next'
import { toastDone } from '../../shared/feedback/toast.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'

/** "7 entries sent." */
export async function toastSent(count: number): Promise<void> {
  await loadTextBundles('outbox')
  toastDone(i18next.t('outbox:sent', { count }))
}
