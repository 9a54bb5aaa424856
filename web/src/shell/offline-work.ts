import type { QueryClient } from '@tanstack/react-query'
import { clearOutbox, getOutbox, readOutbox, subscribeToOutbox } from '../features/outbox/outbox.ts'
import { sendEntries } from '../features/outbox/send-entries.ts'
import { toastSent } from '../features/outbox/toast-sent.ts'
import { initialLanguage } from '../shared/i18n/languages.ts'
import { cacheCode } from '../shared/offline/cache-code.ts'
import { acquireKey } from '../shared/offline/device-store.ts'
import { savePendingWork } from '../shared/offline/pending-work.ts'
import { clearReadAges, oldestReadAt } from '../shared/offline/read-age.ts'
import { startSavingReads } from '../shared/offline/saved-reads.ts'
import type { Realtime } from '../shared/realtime/realtime.ts'
import { refreshSession } from '../shared/session/session.ts'
import type { SessionUser } from '../shared/session/session-api.ts'

/** Retry interval of the outbox. */
const retryMs = 10_000

/**
 * Prepares the device for use offline while this person is signed in: caches code and seen answers, and sends the
 * outbox whenever there is a line. Returns a stop function.
 */
export function startOfflineWork(queries: QueryClient, user: SessionUser, realtime: Realtime): () => void {
  let isOver = false
  const cleanups: (() => void)[] = [clearOutbox]
  const isConnected = () => realtime.live.state === 'connected'
  const sendWaiting = async () => {
    if (isOver || !isConnected() || getOutbox().entries.length === 0) return
    const sentBefore = getOutbox().sent
    const plants = new Set(getOutbox().entries.map(({ plantId }) => plantId))
    await sendEntries()
    const sentCount = getOutbox().sent - sentBefore
    if (sentCount === 0) return
    await toastSent(sentCount)
    await queries.invalidateQueries({
      predicate: ({ queryKey: [, input] }) => plants.has((input as { plantId?: string } | undefined)?.plantId ?? ''),
    })
  }
  let pendingSend: Promise<void> | undefined
  /** Concurrent calls join the running one: each result is reported once. */
  const send = () => {
    pendingSend ??= sendWaiting().finally(() => {
      pendingSend = undefined
    })
    return pendingSend
  }
  const connected = async () => {
    // Refetches answers from the device, including the session.
    if (oldestReadAt(queries) !== undefined) {
      clearReadAges()
      await refreshSession(queries).catch(() => undefined)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    }
    await acquireKey(user.userid).catch(() => undefined)
    await readOutbox()
    await send()
  }
  const startWork = async () => {
    void cacheCode(initialLanguage())
    await acquireKey(user.userid).catch(() => undefined)
    if (isOver) return
    cleanups.push(startSavingReads(queries, () => (isConnected() ? realtime.live.lastMessageAt : undefined)))
    await readOutbox()
    cleanups.push(
      subscribeToOutbox(() =>
        savePendingWork({ userid: user.userid, name: user.name, count: getOutbox().entries.length }),
      ),
    )
    let previousState = realtime.live.state
    cleanups.push(
      realtime.subscribe(() => {
        const { state } = realtime.live
        if (state === 'connected' && previousState !== 'connected') void connected()
        previousState = state
      }),
    )
    if (isConnected()) await connected()
    const timer = setInterval(() => void send(), retryMs)
    cleanups.push(() => clearInterval(timer))
  }
  void startWork()
  return () => {
    isOver = true
    for (const stop of cleanups.toReversed()) stop()
  }
}
