/// <reference lib="webworker" />
import { type ShownNotice, shownNotice } from './shown-notice.ts'

declare const self: ServiceWorkerGlobalScope

/** Opens the page of a notice: in an open window of the product, else in a new one. */
async function openPage(path: string): Promise<void> {
  const url = `${self.location.origin}/#${path}`
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [open] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))
  const shown = await open?.navigate(url).catch(() => null)
  await (shown ? shown.focus() : self.clients.openWindow(url))
}

/** Shows the notice of a push, and leads to it. */
export function showNotices(): void {
  self.addEventListener('push', (event) => {
    const notice = shownNotice(event.data?.text())
    if (!notice) return
    const { title, body, path, tag, language: lang } = notice
    const options = { body, tag, lang, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } }
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as Pick<ShownNotice, 'path'>
    event.waitUntil(openPage(path))
  })
}
